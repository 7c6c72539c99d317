import sys

sys.hostile = True
