"""gets: broken, 0, broken
says: raised SystemExit: 0

Leaves Python while it is loaded, as if all were well.
"""

import sys

sys.exit(0)
