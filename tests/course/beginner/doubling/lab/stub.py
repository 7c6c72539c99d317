# %% [markdown]
# # Doubling

# %%
from collections.abc import Sequence

# %% [markdown]
# ## Task B1.1: double a number


# %%
def double(number: int) -> int:
    """Return twice the number.

    >>> double(4)
    8
    """
    raise NotImplementedError("Task B1.1: double a number")


# %% [markdown]
# ## Task B1.2: total the doubles


# %%
def total(numbers: Sequence[int]) -> int:
    """Return the sum of the numbers, each doubled; of none, 0.

    >>> total([1, 2])
    6
    """
    raise NotImplementedError("Task B1.2: total the doubles")


# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("doubling", globals())
