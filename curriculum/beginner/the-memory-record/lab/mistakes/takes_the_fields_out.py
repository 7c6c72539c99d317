"""fails: test_unknown_names

Takes each field out of the dictionary until the unknown ones are left, and the caller with an empty record.
"""

from datetime import datetime

from memlab.record import CHOICES, FIELDS, NO_FIELD, Problem


def record_problems(fields):
    problems = []
    for field in FIELDS:
        value = fields.pop(field, None)
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
        problems.append(Problem(name, NO_FIELD))
    return tuple(problems)
