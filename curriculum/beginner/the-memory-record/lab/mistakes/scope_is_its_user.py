"""fails: test_another_field_is_another_memory

Takes the scope to be its user; what an agent keeps for itself shuts out what it may share.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": scope.user,
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
