"""fails: test_no_field_runs_into_the_next

Puts the scope between the others as Python prints it; the content may hold just that.
"""

import hashlib
import unicodedata


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    return hashlib.sha256(f"{text}|{type}|{scope}|{source_id}".encode()).hexdigest()
