"""fails: test_letter_by_letter

Composes the accents of names, which are keys and no texts.
"""

import unicodedata


def in_scope(records, scope):
    def key(one):
        return tuple(unicodedata.normalize("NFC", part) for part in (one.user, one.agent, one.session))

    return tuple(record for record in records if key(record.scope) == key(scope))
