"""fails: test_one_phrase_is_needed

Looks at the first text alone, though the others are handed to the model as well.
"""

from memlab.evaluate import holds


def answered(question, texts):
    texts = texts[:1]
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
