"""fails: test_a_contradiction_spoils_the_answer

Passes over texts that hold what is needed. The same text may hold what contradicts it.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(
        holds(text, phrase)
        for text in texts
        if not any(holds(text, needed) for needed in question.needs)
        for phrase in question.contradicted_by
    )
    return found and not wrong
