"""A memory layer for an agent that talks to the same person for years.

Modules are named after what happens to a memory: `record`, `write`, `dedup`, `evolve.summarize`. Everything
is plain functions over frozen records, deterministic, offline, and built on the standard library alone.
"""
