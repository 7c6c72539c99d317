"""fails: test_another_field_is_another_memory

Leaves the source out, so that what is said again in another conversation is never written.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
