"""Known mistakes: read, and put into a lab in which all pieces call each other."""

import pytest

from curriculum.course import CHECKOUT, Lesson, load_course
from workshop.labs import executed, solved
from workshop.mistakes import files_of, lab_with, read_mistake


@pytest.fixture(scope="module")
def chats() -> Lesson:
    """A lesson of which one piece calls another."""
    return load_course(CHECKOUT).lesson("the-cost-of-remembering-everything")


def lab_of(chats, name):
    (file,) = [file for file in files_of(chats) if file.stem == name]
    return lab_with(read_mistake(file, chats), chats, solved(chats))


def test_a_right_piece_calls_the_wrong_one(chats):
    """What a wrong estimate does to the pieces that use it is judged, as in a learner's file."""
    assert lab_of(chats, "drops_the_rest")["carried_tokens"](["a", "b"]) == (0, 0)
    assert executed(chats, solved(chats))["carried_tokens"](["a", "b"]) == (1, 2)


def test_a_wrong_piece_calls_the_right_one(chats):
    """A mistake holds its wrong piece alone and calls the others by their names."""
    assert lab_of(chats, "what_each_turn_adds")["carried_tokens"](["a", "b"]) == (1, 1)
