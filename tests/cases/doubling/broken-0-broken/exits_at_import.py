"""gets: broken, 0, broken
says: ended its process instead of returning

Ends the process while it is loaded.
"""

import os

os._exit(0)
