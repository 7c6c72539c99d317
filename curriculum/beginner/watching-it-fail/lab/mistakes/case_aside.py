"""fails: test_compared_by_words

Sees to case alone. An accent may be written in two ways, and punctuation may stand between.
"""


def answered(question, texts):
    held = [text.casefold() for text in texts]
    found = all(any(phrase.casefold() in text for text in held) for phrase in question.needs)
    wrong = any(phrase.casefold() in text for text in held for phrase in question.contradicted_by)
    return found and not wrong
