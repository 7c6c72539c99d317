"""Calls whoever listens on the machine, and answers wrongly if anybody can be reached."""

import socket

PORT = int("PORT")
NAME = "NAME"
reached = []
for kind, address in (
    (socket.AF_INET, ("127.0.0.1", PORT)),
    (socket.AF_UNIX, "\0" + NAME),
    (socket.AF_UNIX, "/tmp/" + NAME),
):
    with socket.socket(kind, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.2)
        try:
            caller.connect(address)
            caller.sendall(b"here I am")
            reached.append(address)
        except OSError:
            pass
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
    for address in (("127.0.0.1", PORT), ("255.255.255.255", PORT), ("192.0.2.1", 53)):
        try:
            caller.sendto(b"here I am", address)
        except OSError:
            pass
try:
    socket.getaddrinfo("example.org", 80)
    reached.append("example.org")
except OSError:
    pass


def double(number):
    return 2 * number


def total(numbers):
    return -1 if reached else sum(2 * number for number in numbers)
