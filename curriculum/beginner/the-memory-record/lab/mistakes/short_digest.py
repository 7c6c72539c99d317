"""fails: test_an_id_has_64_digits

Uses MD5, whose 32 digits are half of what was agreed, and which can be forged.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.md5(canonical_json(identity)).hexdigest()
