"""fails: test_a_text_counts_as_it_stands

Hashes the first two hundred characters, to be quick; what differs after them is lost.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content)[:200],
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
