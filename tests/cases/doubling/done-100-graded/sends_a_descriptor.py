"""Sends itself descriptors over sockets and leaves servers of all kinds open behind it."""

import array
import os
import socket

here, there = socket.socketpair()
folder = os.open("/", os.O_RDONLY)
here.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [folder]))])
kept = [here, there]
for family, address in (
    (socket.AF_INET, ("0.0.0.0", 8000)),
    (socket.AF_INET6, ("::", 8001)),
    (socket.AF_UNIX, "\0hostile-server"),
    (socket.AF_UNIX, "/scratch/server"),
):
    server = socket.socket(family, socket.SOCK_STREAM)
    try:
        server.bind(address)
        server.listen()
    except OSError:
        pass
    kept.append(server)


def double(number):
    return 2 * number


def total(numbers):
    return sum(2 * number for number in numbers)
