"""fails: test_recall

Puts all phrases into one set, so that a phrase which two questions need is needed once.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    needed, found = set(), set()
    back = right = contradicted = tokens = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        needed |= set(question.needs)
        found |= {phrase for phrase in question.needs if any(holds(text, phrase) for text in handed)}
        back += len(handed)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in handed)
    return Scores(
        len(found) / len(needed) if needed else 1.0,
        right / back if back else 1.0,
        contradicted / len(questions) if questions else 0.0,
        tokens,
    )
