"""fails: test_texts

Makes a text of whatever it gets, so that nothing is ever blank: None reads None.
"""

from datetime import datetime

from memlab.record import CHOICES, FIELDS, NO_FIELD, Problem


def record_problems(fields):
    problems = []
    for field in FIELDS:
        value = fields.get(field)
        if field in CHOICES:
            right = value in CHOICES[field]
        elif field in ("authority", "confidence"):
            right = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
        elif field in ("happened_at", "recorded_at"):
            try:
                right = datetime.fromisoformat(str(value)).tzinfo is not None
            except ValueError:
                right = False
        elif field == "source_id":
            right = bool(str(value).split("/")[0].strip())
        else:
            right = bool(str(value).strip())
        if not right:
            problems.append(Problem(field, FIELDS[field]))
    for name in fields:
        if name not in FIELDS:
            problems.append(Problem(name, NO_FIELD))
    return tuple(problems)
