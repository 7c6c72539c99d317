"""fails: test_the_same_again_has_the_same_id

Lets chance into the id, as others do a clock or a counter; the same memory, received again, is another one.
"""

import secrets


def memory_id(content, type, scope, source_id):
    return secrets.token_hex(32)
