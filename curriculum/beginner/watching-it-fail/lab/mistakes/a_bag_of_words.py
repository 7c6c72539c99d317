"""fails: test_compared_by_words

Asks whether all words are there, in whatever order and with whatever between.
"""

from memlab.words import terms


def answered(question, texts):
    def held(text, phrase):
        return set(terms(phrase)) <= set(terms(text))

    found = all(any(held(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(held(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
