"""The table of `data/README.md`: each file with its rows and its sha256."""

import hashlib
from pathlib import Path
from typing import Any

import yaml


def table_of_files(folder: Path) -> str:
    """A row for every data file below a folder, by name."""
    lines = ["| file | rows | sha256 |", "|---|--:|---|"]
    for path in sorted(folder.rglob("*.*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.suffix in (".jsonl", ".yaml"):
            data = path.read_bytes()
            rows = _entries(yaml.safe_load(data)) if path.suffix == ".yaml" else data.count(b"\n")
            digest = hashlib.sha256(data).hexdigest()
            lines.append(f"| `{path.relative_to(folder).as_posix()}` | {rows} | `{digest}` |")
    return "\n".join(lines)


def _entries(content: Any) -> int:
    """The entries of a list; of an object, such as an exam, those of the longest list in it."""
    lists = content.values() if isinstance(content, dict) else [content]
    return max(len(each) for each in lists if isinstance(each, list))
