"""The questions of a lesson: guesses before its lab has run; then what came out, and what was understood."""

from collections.abc import Callable
from datetime import datetime

from curriculum.course import Lesson
from tutor.progress import Progress
from tutor.terminal import laid, seen_from_here

Ask = Callable[[str], str | None]


def quizzed(lesson: Lesson, progress: Progress, *, ask: Ask, now: Callable[[], datetime]) -> None:
    """Ask what is to be asked now, and keep what is answered.  ask: gives None where no more answers come."""
    print(f"{lesson.heading}\n")
    if lesson.id in progress.first():
        _outcomes(lesson, progress)
        _check_yourself(lesson, progress, ask, now)
    else:
        _predict(lesson, progress, ask, now)


def _predict(lesson: Lesson, progress: Progress, ask: Ask, now: Callable[[], datetime]) -> None:
    print("What do you expect to come out? An empty line leaves a question out.\n")
    before = progress.predictions(lesson.id)
    for number, prediction in enumerate(lesson.predictions, start=1):
        print(laid(f"{number}. ", prediction.question))
        if number in before:
            print(laid("   so far: ", before[number]))
        guess = ask("   > ")
        if guess is None:
            break
        if guess:
            progress.note_prediction(lesson.id, number, guess, now())
        print()
    if progress.predictions(lesson.id):
        print("Kept. When you have written and run the lab, this command says what came out.")
    else:
        print("No guess was made, so there is none to keep.")


def _outcomes(lesson: Lesson, progress: Progress) -> None:
    guesses = progress.predictions(lesson.id)
    print("What you expected, and what came out:\n")
    for number, prediction in enumerate(lesson.predictions, start=1):
        print(laid(f"{number}. ", prediction.question))
        print(laid("   you:  ", guesses.get(number, "no guess was kept")))
        print(laid("   it:   ", prediction.outcome))
        print()


def _check_yourself(lesson: Lesson, progress: Progress, ask: Ask, now: Callable[[], datetime]) -> None:
    print("Check yourself. Answer in your head or aloud, then press Enter.")
    print(f"What is asked about is quoted on the page:\n  {seen_from_here(lesson.page)}\n")
    for number, question in enumerate(lesson.quiz, start=1):
        print(laid(f"{number}. ", question.question))
        if ask("   [Enter] ") is None:
            break
        print(laid("   ", question.answer))
        known = _yes_or_no(ask)
        if known is None:
            break
        progress.note_answer(lesson.id, number, now(), known=known)
        print()
    known_now = sum(progress.answers(lesson.id).values())
    print(f"{known_now} of {len(lesson.quiz)} known.")


def _yes_or_no(ask: Ask) -> bool | None:
    while (answer := ask("   Did you have it? [y/n] ")) is not None:
        if answer.lower() in ("y", "yes", "n", "no"):
            return answer.lower().startswith("y")
    return None
