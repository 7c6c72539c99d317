# %% [markdown]
# # The cost of remembering everything
#
# Three short functions are yours: one estimates how many tokens a text has, one adds them up over a chat that
# carries all of itself, and one puts a price on it. The page, `lesson.md` one folder up, says why. Helpers of
# your own and imports of the standard library may stand wherever you like.
#
# Run this file. Untouched it shows what is still to be written and what will come out: that is where
# everybody begins.

# %%
import math
from collections.abc import Sequence

# %% [markdown]
# ## Task B1.1: estimate the tokens of a text
#
# What you will need:
#
# - `for character in text` goes through the characters of a text, and `len(character.encode())` is the
#   number of bytes that one has in UTF-8;
# - characters can be compared, too: `character < "\u0080"` is true of those with one byte. The first ones
#   with two, three and four bytes are `"\u0080"`, `"\u0800"` and `"\U00010000"`.


# %%
def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a text has, from the length of each character in UTF-8.

    Of characters with one byte (English letters, digits, blanks) four make a token; of those with two
    (accented letters, Greek, Cyrillic, Arabic) two do; each with three (Chinese, Japanese, Korean, Thai)
    is a token, and each with four (nearly all emoji) is four tokens, one a byte. The sum over all
    characters is rounded up, once. "" has 0 tokens.

    >>> estimate_tokens("I like tea")
    3
    >>> estimate_tokens("我喜欢茶"), estimate_tokens("🍵")
    (4, 4)
    """
    tokens = {1: 0.25, 2: 0.5, 3: 1, 4: 4}
    return math.ceil(sum(tokens[len(c.encode())] for c in text))


# %% [markdown]
# ## Task B1.2: count what every call carries


# %%
def carried_tokens(turns: Sequence[str]) -> tuple[int, ...]:
    """Count the input tokens of every call of a chat in which the whole history rides along.

    turns: what each turn adds to the history, as text, oldest first.
    Returns one number a turn: call n carries turns 1 to n, each with its own estimate. No turns: ().

    >>> carried_tokens(["I like tea", "And cake", ""])
    (3, 5, 5)
    """
    carried = []
    total = 0
    for turn in turns:
        total += estimate_tokens(turn)
        carried.append(total)
    return tuple(carried)


# %% [markdown]
# ## Task B1.3: price a call


# %%
def call_cost(tokens: int, dollars_per_million: float) -> float:
    """Price so many tokens, in dollars, unrounded.

    tokens: of one call or of many together, 0 or more. dollars_per_million: what a million of them cost.

    >>> call_cost(30_000, 15.0)
    0.45
    """
    return tokens / 1_000_000 * dollars_per_million


# %% [markdown]
# ## To play with
#
# Whatever you try here is yours; nothing grades it.

# %%
if __name__ == "__main__":
    pass

# %%
if __name__ == "__main__":
    from tutor.lab import run

    run("the-cost-of-remembering-everything", globals())
