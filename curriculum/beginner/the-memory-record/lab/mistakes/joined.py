"""fails: test_no_field_runs_into_the_next

Writes the fields one after the other. A letter that moves from one to the next changes nothing.
"""

import hashlib
import unicodedata


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    joined = scope.user + scope.agent + scope.session + source_id + text + type
    return hashlib.sha256(joined.encode()).hexdigest()
