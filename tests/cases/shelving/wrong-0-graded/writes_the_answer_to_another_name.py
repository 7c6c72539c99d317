"""Stores under a name that leads out of its folder."""


def store(path, items):
    with open(f"../../../../tmp/{path}", "w") as file:
        file.write("hostile-was-here")
    return len(items)
