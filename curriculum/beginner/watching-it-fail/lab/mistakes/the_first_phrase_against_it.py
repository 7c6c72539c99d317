"""fails: test_a_contradiction_spoils_the_answer

Looks for the first of the phrases that contradict. Each of them can be the one.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by[:1])
    return found and not wrong
