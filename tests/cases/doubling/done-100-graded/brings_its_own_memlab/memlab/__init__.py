"""A memory layer that remembers a full score."""

HOSTILE = True
