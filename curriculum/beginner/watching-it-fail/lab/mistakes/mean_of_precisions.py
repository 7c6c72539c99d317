"""fails: test_precision

Takes the mean of the questions' precisions, so that one text weighs as much as twenty.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    precisions = []
    needed = found = contradicted = tokens = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
        if handed:
            right = sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
            precisions.append(right / len(handed))
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in handed)
    return Scores(
        found / needed if needed else 1.0,
        sum(precisions) / len(precisions) if precisions else 1.0,
        contradicted / len(questions) if questions else 0.0,
        tokens,
    )
