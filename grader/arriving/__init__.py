"""What was handed in: whose it is, which file is the lab, and its text."""
