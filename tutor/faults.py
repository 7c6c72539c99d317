"""What is said of an exception, in one sentence: what a person can mend, or that it is our fault."""

import traceback


def sentence_of(error: BaseException) -> str:
    """The sentence; it says of a fault of ours where it happened, for whoever is told of it."""
    from curriculum.files import CourseError
    from grader.judge.judge import JudgeError
    from memlab.errors import MemlabError

    if isinstance(error, (CourseError, JudgeError, MemlabError)):
        return str(error)
    if isinstance(error, KeyboardInterrupt):
        return "stopped by the keyboard"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {(error.strerror or 'cannot be used').lower()}"
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({last[0].filename}:{last[0].lineno})" if last else ""
    return f"this could not be done, which is our fault: {type(error).__name__}: {error}{where}"
