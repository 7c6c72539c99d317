"""fails: test_compared_by_words

Asks with `in`, letter by letter, so that a capital makes another phrase.
"""


def answered(question, texts):
    found = all(any(phrase in text for text in texts) for phrase in question.needs)
    wrong = any(phrase in text for text in texts for phrase in question.contradicted_by)
    return found and not wrong
