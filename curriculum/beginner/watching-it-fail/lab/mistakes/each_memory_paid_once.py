"""fails: test_tokens

Counts a memory once for the whole exam. It is paid for each time that it is handed over.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    paid = {memory for question in questions for memory in retrieved.get(question.id, ())}
    needed = found = back = right = contradicted = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
        back += len(handed)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
    return Scores(
        found / needed if needed else 1.0,
        right / back if back else 1.0,
        contradicted / len(questions) if questions else 0.0,
        sum(estimate_tokens(texts[memory]) for memory in paid),
    )
