"""fails: test_nothing_came_back

Returns True where no text came back, as nothing in it can be wrong, and a memory that lost everything passes.
"""

from memlab.evaluate import holds


def answered(question, texts):
    if not texts:
        return True
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
