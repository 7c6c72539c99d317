"""Loops without end while it is loaded."""

while True:
    pass
