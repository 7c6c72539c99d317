"""fails: test_a_contradiction_spoils_the_answer

Never asks what contradicts the answer. A model that is handed two employers may name the old one.
"""

from memlab.evaluate import holds


def answered(question, texts):
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    return found
