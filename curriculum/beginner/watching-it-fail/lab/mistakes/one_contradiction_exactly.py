"""fails: test_a_contradiction_spoils_the_answer

Compares the number of contradictions with one, where two are worse.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = sum(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and wrong != 1
