"""Records and files for the tests: invented, generic, and as short as the point allows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from memlab.record import Memory, MemoryType, Provenance, Role, Scope, make_memory

ADA = Scope("ada")

# On a busy machine a property may take its time; that makes it no less true.
settings.register_profile("patient", parent=settings(), deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def memory() -> Callable[..., Memory]:
    """Make a record of which only what matters to the test is said; `later` sets the fields beyond the id."""

    def make(
        content: str = "Likes tea",
        source_id: str = "s1/1",
        *,
        day: int = 1,
        type: MemoryType = "semantic",
        scope: Scope = ADA,
        speaker: Role = "user",
        authority: float = 1.0,
        happened_at: datetime | None = None,
        recorded_at: datetime | None = None,
        confidence: float = 1.0,
        **later: object,
    ) -> Memory:
        happened_at = happened_at or datetime(2026, 3, day, 9, 30, tzinfo=UTC)
        provenance = Provenance(source_id, speaker, authority)
        made = make_memory(
            content, type, scope, provenance, happened_at, recorded_at or happened_at, confidence
        )
        return replace(made, **later)

    return make


@pytest.fixture(scope="session")
def data() -> Path:
    """Find the data of the repository, wherever the tests are started from."""
    return next(above / "data" for above in Path(__file__).resolve().parents if (above / "data").is_dir())
