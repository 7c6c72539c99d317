"""What a class gets: a folder in which no solution of its lessons stands."""
