"""The command `memlab`."""

import sys


def main() -> int:
    """Say what there is; the chat comes with a later lesson."""
    print("memlab: the chat has no content yet; python -m memlab.dedup shows one module at work.")
    return 2


if __name__ == "__main__":
    sys.exit(main())
