"""What is read of it: feedback for students, tables and views of the class for instructors."""
