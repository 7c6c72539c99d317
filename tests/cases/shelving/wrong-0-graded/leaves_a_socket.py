"""Puts a socket in the place of the shelf."""

import os
import socket


def store(path, items):
    if not os.path.lexists(path):
        socket.socket(socket.AF_UNIX).bind(path)
    return len(items)
