"""fails: test_no_field_runs_into_the_next

Joins with a control character, which no keyboard has and any program can send.
"""

import hashlib
import unicodedata


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    joined = "\0".join((scope.user, scope.agent, scope.session, source_id, type, text))
    return hashlib.sha256(joined.encode()).hexdigest()
