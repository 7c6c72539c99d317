"""fails: test_a_contradiction_spoils_the_answer

Wants all phrases that contradict before it counts a contradiction.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = bool(question.contradicted_by) and all(
        any(holds(text, phrase) for text in texts) for phrase in question.contradicted_by
    )
    return found and not wrong
