"""fails: test_each_phrase_for_itself

Counts the texts that hold a phrase. Three texts may hold the same one, and one text may hold three.
"""

from memlab.evaluate import holds


def answered(question, texts):
    right = sum(any(holds(text, phrase) for phrase in question.needs) for text in texts)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return right >= len(question.needs) and not wrong
