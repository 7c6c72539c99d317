"""All limits in one table: of what a submission may use, and of how long we wait for ourselves."""

CALL_SECONDS = 2.0
SUBMISSION_SECONDS = 10.0
MEMORY_BYTES = 512 * 1024 * 1024
PROCESSES = 8
SCRATCH_BYTES = 16 * 1024 * 1024
SCRATCH_FILES = 64
SCRATCH_INODES = 1024
OPEN_FILES = 64
ANSWER_BYTES = 1_000_000

# What an error may say, for somebody will read it, and how long its name may be.
MESSAGE_CHARACTERS = 500
NAME_CHARACTERS = 80
# What is kept of what it prints during one check.
PRINTED_CHARACTERS = 2_000

# What an assert may say, which is a lesson's sentence with an answer in it.
EXPECTED_CHARACTERS = 1000

# The box itself interrupts a call at its limit and says where; one that cannot be interrupted is ended this
# much later, from outside.
GRACE_SECONDS = 1.0

# A box that has not started by then is our fault.
START_SECONDS = 30.0
