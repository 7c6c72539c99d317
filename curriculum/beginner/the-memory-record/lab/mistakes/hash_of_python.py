"""fails: test_an_id_has_64_digits

Fills Python's own hash up with zeros. It is another one each time Python starts.
"""

import unicodedata


def memory_id(content, type, scope, source_id):
    text = unicodedata.normalize("NFC", content)
    return f"{abs(hash((text, type, scope, source_id))):064x}"
