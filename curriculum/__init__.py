"""What is taught: the order of the course, its lessons, and the model that reads them."""
