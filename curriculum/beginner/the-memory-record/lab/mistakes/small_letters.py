"""fails: test_a_text_counts_as_it_stands

Folds capitals, for which kB7 and KB7 are one code.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content.casefold()),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
