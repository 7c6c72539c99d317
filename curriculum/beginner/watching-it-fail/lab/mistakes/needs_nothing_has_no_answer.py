"""fails: test_nothing_is_needed

Returns False for a question that needs nothing. Silence is then the right answer.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return bool(question.needs) and found and not wrong
