"""fails: test_no_field_runs_into_the_next

Sorts the parts, so that nobody can say any more which field held which.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    parts = sorted((text, type, scope.user, scope.agent, scope.session, source_id))
    return hashlib.sha256(canonical_json(parts)).hexdigest()
