"""The commands of `learn`: each a few lines that find what is meant, and call what does it."""
