"""The table of `data/README.md`: each file with its rows and its sha256."""

import hashlib
from pathlib import Path

import yaml


def table_of_files(folder: Path) -> str:
    """A row for every data file below a folder, by name."""
    lines = ["| file | rows | sha256 |", "|---|--:|---|"]
    for path in sorted(folder.rglob("*.*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.suffix in (".jsonl", ".yaml"):
            data = path.read_bytes()
            rows = len(yaml.safe_load(data)) if path.suffix == ".yaml" else data.count(b"\n")
            digest = hashlib.sha256(data).hexdigest()
            lines.append(f"| `{path.relative_to(folder).as_posix()}` | {rows} | `{digest}` |")
    return "\n".join(lines)
