"""fails: test_nothing_is_needed

Wants no text at all where nothing is needed. What is beside the point does not make it wrong.
"""

from memlab.evaluate import holds


def answered(question, texts):
    if not question.needs:
        return not texts
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
