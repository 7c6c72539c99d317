"""fails: test_a_contradiction_spoils_the_answer

Stops at the first text that holds what is needed, although what stands before it is read as well.
"""

from memlab.evaluate import holds


def answered(question, texts):
    for start, text in enumerate(texts):
        if any(holds(text, phrase) for phrase in question.needs):
            texts = texts[start:]
            break
    found = all(any(holds(text, phrase) for text in texts) for phrase in question.needs)
    wrong = any(holds(text, phrase) for text in texts for phrase in question.contradicted_by)
    return found and not wrong
