"""fails: test_each_phrase_for_itself

Wants one text that holds all phrases. A model puts its answer together from several memories.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = not question.needs or any(all(holds(text, phrase) for phrase in question.needs) for text in texts)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
