"""How far the estimate of tokens errs, beside a tokenizer whose package carries its vocabulary.

    uv run --group tokenizer python benchmarks/tokens.py
    uv run --group tokenizer python benchmarks/tokens.py --write     puts what it counts into the data
    uv run --group tokenizer python benchmarks/tokens.py --check     says whether the data still hold it

The tokenizer is Tekken, of mistral-common. `estimate` is memlab's, `share` the estimate over the count: under
one it promises less than a call will cost. `a quarter` is the share of a quarter of the characters, the rule
of thumb that most programs use.
"""

import argparse
import json
import sys
from importlib import resources
from pathlib import Path

from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from memlab.budget import estimate_tokens

DATA = Path(__file__).resolve().parents[1] / "data"
COUNTED = (DATA / "tokens" / "counted.jsonl", DATA / "budget" / "counted.jsonl")
VOCABULARY = "tekken_240911.json"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    with resources.as_file(resources.files("mistral_common") / "data" / VOCABULARY) as path:
        tokenizer = Tekkenizer.from_file(path)
    stale = False
    for file in COUNTED:
        before = file.read_text(encoding="utf-8")
        rows = [json.loads(line) for line in before.splitlines()]
        for row in rows:
            row["tokens"] = len(tokenizer.encode(row["text"], bos=False, eos=False))
        after = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        if asked.write:
            file.write_text(after, encoding="utf-8", newline="\n")
        elif asked.check:
            stale |= after != before
        else:
            _print(rows)
    if stale:
        print("the data are not what the tokenizer counts; run this with --write")
    return int(stale)


def _print(rows: list[dict[str, str | int]]) -> None:
    print("text               characters  tokens  estimate   share   a quarter")
    for row in rows:
        text, tokens = str(row["text"]), int(row["tokens"])
        estimate, quarter = estimate_tokens(text), -(-len(text) // 4)
        print(
            f"{row['kind']:18}{len(text):11}{tokens:8}{estimate:10}{estimate / tokens:8.2f}"
            f"{quarter / tokens:12.2f}"
        )


if __name__ == "__main__":
    sys.exit(main())
