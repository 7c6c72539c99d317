"""fails: test_nothing_to_divide_by

Divides by the number of phrases, texts and questions, and each of them may be none.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    needed = found = back = right = contradicted = tokens = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
        back += len(handed)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in handed)
    return Scores(found / needed, right / back, contradicted / len(questions), tokens)
