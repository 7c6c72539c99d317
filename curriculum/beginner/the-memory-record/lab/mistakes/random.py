"""fails: test_the_same_again_has_the_same_id

Draws a random id. Nothing is lost, and nothing is ever known again.
"""

import secrets


def memory_id(content, type, scope, source_id):
    return secrets.token_hex(32)
