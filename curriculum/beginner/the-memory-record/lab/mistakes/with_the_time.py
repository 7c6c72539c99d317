"""fails: test_the_same_again_has_the_same_id

Lets the clock into the id; the same message, received again, is another memory.
"""

import hashlib
import unicodedata
from datetime import UTC, datetime

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
        "at": datetime.now(UTC).isoformat(),
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
