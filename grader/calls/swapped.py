"""Letting other code stand in for functions, which reaches every name and wrapper that holds them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FunctionType


@contextmanager
def swapped(functions: Mapping[str, FunctionType], body: str) -> Iterator[None]:
    """Give each function another body within the block.

    functions: by their full names. body: statements in which `{function!r}` stands for that name and
    `{arguments}` for what is handed on in a call.
    """
    codes = [function.__code__ for function in functions.values()]
    for name, function in functions.items():
        function.__code__ = code_of(name, body)
    try:
        yield
    finally:
        for function, code in zip(functions.values(), codes, strict=True):
            function.__code__ = code


@lru_cache
def code_of(function: str, body: str) -> CodeType:
    """The code of a function with this body, which stands for the function of that full name."""
    statements = body.format(function=function, arguments="*arguments, **named").replace("\n", "\n    ")
    defined: dict[str, FunctionType] = {}
    exec(f"def instead(*arguments, **named):\n    {statements}", defined)
    return defined["instead"].__code__
