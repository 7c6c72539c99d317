"""Whoever calls a lab's pieces, wherever they run, and what happens around a call."""
