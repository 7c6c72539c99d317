"""fails: test_every_script_has_ids_of_its_own

Keeps small ASCII letters and digits. Of a text in another script nothing is left.
"""

import hashlib
import re
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    slug = re.sub(r"[^a-z0-9]+", "-", unicodedata.normalize("NFC", content).lower()).strip("-")
    identity = {
        "content": slug,
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
