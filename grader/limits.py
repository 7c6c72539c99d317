"""All limits in one table."""

CALL_SECONDS = 2.0
ANSWER_BYTES = 1_000_000
