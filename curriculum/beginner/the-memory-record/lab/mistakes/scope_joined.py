"""fails: test_no_field_runs_into_the_next

Writes the whole as JSON and joins the scope inside it: user a/b with agent c is user a with agent b/c.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": unicodedata.normalize("NFC", content),
        "scope": f"{scope.user}/{scope.agent}/{scope.session}",
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
