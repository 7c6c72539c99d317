# %% [markdown]
# # Shelving

# %%
import sqlite3
from collections.abc import Sequence
from contextlib import closing


# %%
def store(path: str, items: Sequence[str]) -> int:
    """Put the items on the shelf that are not there yet, in one transaction; return how many were new.

    If one cannot be put there, sqlite3.Error is raised and the shelf is as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store(f"{folder}/shelf.db", ["cup", "jug", "cup"]), store(f"{folder}/shelf.db", ["jug"])
    (2, 0)
    """
    raise NotImplementedError("Task B4.1: put items on the shelf")


# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("shelving", globals())
