"""fails: test_a_text_counts_as_it_stands

Takes the first line for a title and the title for the memory; what stands below a line end does not count.
"""

import hashlib
import unicodedata

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    title = content.partition("\n")[0]
    identity = {
        "content": unicodedata.normalize("NFC", title),
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
