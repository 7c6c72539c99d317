"""What becomes of memories as they age."""
