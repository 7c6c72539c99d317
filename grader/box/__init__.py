"""Where submissions run: boxes behind bubblewrap's walls. Linux alone has what they need."""
