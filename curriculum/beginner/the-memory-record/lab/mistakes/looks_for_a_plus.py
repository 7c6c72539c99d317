"""fails: test_times

Looks for the signs of an offset in the text instead of reading it: a minus stands in every date.
"""

from memlab.record import CHOICES, FIELDS, NO_FIELD, Problem


def record_problems(fields):
    problems = []
    for field in FIELDS:
        value = fields.get(field)
        if field in CHOICES:
            right = value in CHOICES[field]
        elif field in ("authority", "confidence"):
            right = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        elif not isinstance(value, str):
            right = False
        elif field in ("happened_at", "recorded_at"):
            right = value[:4].isdigit() and any(sign in value[10:] for sign in "Z+-")
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
