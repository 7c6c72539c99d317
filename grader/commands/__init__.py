"""The commands of `grader`, by what they are about."""
