"""fails: test_recall

Takes the mean of the questions' recalls, so that a question of one phrase weighs as much as one of three.
"""

from memlab.budget import estimate_tokens
from memlab.evaluate import Scores, holds


def score(questions, retrieved, texts):
    recalls = []
    back = right = contradicted = tokens = 0
    for question in questions:
        handed = [texts[memory] for memory in retrieved.get(question.id, ())]
        if question.needs:
            found = sum(any(holds(text, phrase) for text in handed) for phrase in question.needs)
            recalls.append(found / len(question.needs))
        back += len(handed)
        right += sum(any(holds(text, phrase) for phrase in question.needs) for text in handed)
        contradicted += any(holds(text, phrase) for text in handed for phrase in question.contradicted_by)
        tokens += sum(estimate_tokens(text) for text in handed)
    return Scores(
        sum(recalls) / len(recalls) if recalls else 1.0,
        right / back if back else 1.0,
        contradicted / len(questions) if questions else 0.0,
        tokens,
    )
