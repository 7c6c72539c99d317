"""fails: test_a_text_counts_as_it_stands

Normalises to NFKC, which takes a raised two for a two and a ligature for its letters.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFKC", content),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
