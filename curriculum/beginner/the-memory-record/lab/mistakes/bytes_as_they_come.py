"""fails: test_two_spellings_are_one_text

Hashes the content as it came; the two spellings of one accent are two memories.
"""

import hashlib

from memlab.record import canonical_json


def memory_id(content, type, scope, source_id):
    identity = {
        "content": content,
        "scope": [scope.user, scope.agent, scope.session],
        "source_id": source_id,
        "type": type,
    }
    return hashlib.sha256(canonical_json(identity)).hexdigest()
