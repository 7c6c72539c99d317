"""fails: test_what_came_back_for_what

Counts every text that was retrieved, also for questions that are not in the exam.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    needed = found = right = contradicted = 0
    everything = [texts[memory] for ids in retrieved.values() for memory in ids]
    back = len(everything)
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed += len(question.needs)
        found += sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
    return Scores(
        found / needed if needed else 1.0,
        right / back if back else 1.0,
        contradicted / len(questions) if questions else 0.0,
        sum(estimate_tokens(text) for text in everything),
    )
