"""The judge of a lab: its checks, what they may ask for, and what they come to."""
