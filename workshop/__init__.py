"""The author's bench: weaving figures into prose, cutting stubs, verifying lessons."""
