import pathlib
import sys

sys.hostile = True
pathlib.Path("/tmp/hostile-was-here").touch()
