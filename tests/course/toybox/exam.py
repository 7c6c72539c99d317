"""The exam of the toy course: what double and total make of three numbers."""

import json
import sys

from toybox.numbers import double, total


def main() -> None:
    """Print what was answered; with `--json` as an object."""
    right = {"two": double(2) == 4, "three": double(3) == 6, "both": total([2, 3]) == int(sys.argv[1])}
    answered = [name for name, is_right in right.items() if is_right]
    print("the exam of the toys")
    if "--json" in sys.argv:
        print(json.dumps({"asked": list(right), "answered": answered}))
    else:
        print(*(f"{name} {'yes' if name in answered else 'no'}" for name in right), sep="\n")


if __name__ == "__main__":
    main()
