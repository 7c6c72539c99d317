"""What is kept of a class: every attempt, how late it came, and marks by hand."""
