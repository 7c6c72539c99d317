"""fails: test_the_same_again_has_the_same_id

Numbers the memories as they come. Asked again, each has the next number.
"""

import hashlib
from itertools import count

NUMBERS = count()


def memory_id(content, type, scope, source_id):
    return hashlib.sha256(str(next(NUMBERS)).encode()).hexdigest()
