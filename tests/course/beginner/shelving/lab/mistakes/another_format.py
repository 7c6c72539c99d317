"""fails: test_one_file

Writes lines of text.
"""

from pathlib import Path


def store(path, items):
    file = Path(path)
    there = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    new = [item for item in dict.fromkeys(items) if item not in there]
    file.write_text("".join(f"{item}\n" for item in there + new), encoding="utf-8")
    return len(new)
