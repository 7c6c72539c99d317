"""gets: broken, 0, over limit
says: did not return within 2 s

Loops without end while it is loaded.
"""

while True:
    pass
