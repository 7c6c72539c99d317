"""fails: test_compared_by_words

Looks for the letters of the words in a row, and finds "art" in "artichokes".
"""

from memlab.words import terms


def answered(question, texts):
    def held(text, phrase):
        return " ".join(terms(phrase)) in " ".join(terms(text))

    found = all(any(held(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(held(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
