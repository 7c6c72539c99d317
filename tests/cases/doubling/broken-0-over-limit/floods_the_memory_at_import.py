"""Takes all the memory that there is while it is loaded."""

taken = []
while True:
    taken.append(bytes(10_000_000))
