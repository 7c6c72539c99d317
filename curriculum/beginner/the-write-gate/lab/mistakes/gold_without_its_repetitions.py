"""fails: test_written_twice

Counts in gold each text once, though what the user says twice is worth two records.
"""


def precision_and_recall(written, gold):
    left = list(dict.fromkeys(gold))
    right = 0
    for content in written:
        if content in left:
            left.remove(content)
            right += 1
    return right / len(written) if written else 1.0, right / len(gold) if gold else 1.0
