"""fails: test_nothing_is_needed

Returns True where nothing is needed, before it looks for a contradiction.
"""

from memlab.evaluate import holds


def answered(question, texts):
    if not question.needs:
        return True
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
