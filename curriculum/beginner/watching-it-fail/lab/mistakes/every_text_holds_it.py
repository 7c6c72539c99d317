"""fails: test_one_phrase_is_needed

Wants the phrase in every text. One that holds it is enough, whatever stands beside it.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(all(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
