"""The library of the toy course."""
