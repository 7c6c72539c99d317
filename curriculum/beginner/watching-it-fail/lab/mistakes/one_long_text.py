"""fails: test_each_phrase_for_itself

Joins the texts, so that the end of one and the start of the next make a phrase that stands in neither.
"""

from memlab.evaluate import holds


def answered(question, texts):
    whole = " ".join(texts)
    found = all(holds(whole, phrase) for phrase in question.needs)
    wrong = any(holds(whole, phrase) for phrase in question.contradicted_by)
    return found and not wrong if texts else not question.needs
