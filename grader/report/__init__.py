"""What is read of the grades: feedback for students, tables and views of the class for instructors."""
