"""fails: test_another_field_is_another_memory

Knows a memory by its text; the second person who says it has never said anything.
"""

import hashlib
import unicodedata


def memory_id(content, type, scope, source_id):
    return hashlib.sha256(unicodedata.normalize("NFC", content).encode()).hexdigest()
