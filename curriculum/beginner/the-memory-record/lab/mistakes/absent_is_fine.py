"""fails: test_all_problems_at_once

Judges what is there; a record without a time has no problem.
"""

from datetime import datetime

from memlab.record import CHOICES, FIELDS, NO_FIELD, Problem


def record_problems(fields):
    problems = []
    for field in FIELDS:
        if field not in fields:
            continue
        value = fields[field]
        if field in CHOICES:
            right = value in CHOICES[field]
        elif field in ("authority", "confidence"):
            right = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        elif not isinstance(value, str):
            right = False
        elif field in ("happened_at", "recorded_at"):
            try:
                right = datetime.fromisoformat(value).tzinfo is not None
            except ValueError:
                right = False
        elif field == "source_id":
            right = bool(value.split("/")[0].strip())
        else:
            right = bool(value.strip())
        if not right:
            problems.append(Problem(field, FIELDS[field]))
    for name in fields:
        if name not in FIELDS:
            problems.append(Problem(name, NO_FIELD))
    return tuple(problems)
