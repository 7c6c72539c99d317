"""fails: test_each_phrase_for_itself

Is content with one of the phrases that an answer needs, and an answer needs them all.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = any(holds(text, phrase) for text in texts for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return (found or not question.needs) and not wrong
