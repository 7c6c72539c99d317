"""fails: test_no_field_runs_into_the_next

Joins with a character that nobody will ever type, until somebody does.
"""

import hashlib
import unicodedata


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    joined = "|".join((text, type, scope.user, scope.agent, scope.session, source_id))
    return hashlib.sha256(joined.encode()).hexdigest()
