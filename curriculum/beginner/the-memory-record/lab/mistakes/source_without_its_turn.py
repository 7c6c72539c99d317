"""fails: test_another_field_is_another_memory

Takes the name of the source for the source_id; two turns of one conversation are then one place.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id.partition("/")[0],
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
