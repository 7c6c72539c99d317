"""How a course is found and read, looked things up in, and refused with file and line."""

from collections.abc import Callable
from pathlib import Path

import pytest
import toybox.numbers
import toybox.shelf

from curriculum.course import CHECKOUT, Course, find_course, load_course, load_module
from curriculum.files import CourseError

ORDER = "course.yaml"
PAGE = "beginner/doubling/lesson.md"


@pytest.fixture
def course(toy: Path) -> Course:
    """The toy course, read."""
    return load_course(toy)


def complaint(do: Callable[[], object]) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(CourseError) as refused:
        do()
    assert "\n" not in str(refused.value)
    return str(refused.value)


# Finding.


@pytest.mark.parametrize("start", [".", "beginner", PAGE, "beginner/doubling/lab/lab.py"])
def test_the_course_of_a_file_is_the_nearest_above_it(toy: Path, start: str) -> None:
    """From wherever one starts, the course is the nearest folder upwards that has an order."""
    assert find_course(toy / start) == toy


def test_a_course_within_a_course_is_nearer(toy: Path) -> None:
    """Of two courses above a file, the inner one is its course."""
    (toy / "beginner" / ORDER).write_text("library: toybox\nlessons: []\n", encoding="utf-8")
    assert find_course(toy / PAGE) == toy / "beginner"


def test_without_a_course_above_it_is_the_checkouts(tmp_path: Path) -> None:
    """Outside any course the one of this checkout is meant."""
    assert find_course(tmp_path) == CHECKOUT
    assert (CHECKOUT / ORDER).is_file()


# Looking up.


@pytest.mark.parametrize("name", ["doubling", "B1", "b1"])
def test_a_lesson_is_found_by_slug_and_by_code_in_any_case(course: Course, toy: Path, name: str) -> None:
    """A lesson is found by what it is called, and knows its files."""
    lesson = course.lesson(name)
    assert (lesson.id, lesson.code, lesson.front.title) == ("doubling", "B1", "Doubling")
    assert lesson.folder == toy / "beginner" / "doubling"
    assert all(file.is_file() for file in (lesson.page, lesson.lab, lesson.checks))


@pytest.mark.parametrize("label", ["B1.2", "b1.2"])
def test_a_task_is_found_by_its_label_in_any_case(course: Course, label: str) -> None:
    """A task leads to its lesson and its piece, which has one label everywhere and a reference."""
    lesson, piece = course.task(label)
    assert lesson.id == "doubling"
    assert (piece.name, piece.label) == ("total", "Task B1.2: total the doubles")
    assert piece.reference is toybox.numbers.total


def test_what_does_not_exist_is_refused_with_what_does(course: Course, toy: Path) -> None:
    """An unknown lesson or task is refused with a list of those there are."""
    assert complaint(lambda: course.lesson("tripling")) == (
        f"no lesson is called 'tripling' in {toy / ORDER}; there are: B1 B2 B3 B4"
    )
    assert complaint(lambda: course.task("B9.1")) == (
        "no task is called 'B9.1'; there are: B1.1, B1.2, B2.1, B4.1"
    )


@pytest.mark.parametrize("name", ["sorting", "b3"])
def test_a_planned_lesson_has_its_line_and_no_content(course: Course, name: str) -> None:
    """A lesson that is planned stands in the order, and says that there is nothing to read yet."""
    assert course.entry(name).status == "planned"
    assert complaint(lambda: course.lesson(name)) == (
        "the lesson sorting (B3) is planned and has no content yet"
    )


def test_lessons_stand_in_the_order_of_the_course(course: Course) -> None:
    """The ready lessons keep the order of `course.yaml`, and each knows what it needs."""
    assert [(lesson.id, lesson.needs) for lesson in course.lessons] == [
        ("doubling", ()),
        ("labelling", ("doubling",)),
        ("shelving", ("labelling",)),
    ]


@pytest.mark.parametrize(
    ("name", "unlocked"),
    [("doubling", ("labelling",)), ("labelling", ("sorting", "shelving")), ("sorting", ()), ("shelving", ())],
)
def test_a_lesson_unlocks_those_that_need_it(course: Course, name: str, unlocked: tuple[str, ...]) -> None:
    """What a lesson unlocks is derived from what others need, planned ones included."""
    assert course.unlocks(name) == unlocked


def test_a_lesson_reads_its_own_files(course: Course) -> None:
    """Figures, hints, questions, measurement and variants are those of the lesson's folder."""
    doubling, labelling, shelving = course.lessons
    assert doubling.expected == {"numbers": 3, "doubles": [2, 4, 8], "sum": 14}
    assert doubling.hints["B1.1"] == ("What is twice?", "Look at the product.", "One product.")
    assert [(question.question, question.answer) for question in doubling.quiz] == [
        ("Is this a toy?", "It is.")
    ]
    assert doubling.measure.NUMBERS == (1, 2, 4)
    assert doubling.variant.make(1) == doubling.variant.make(1) != doubling.variant.make(2)
    assert set(labelling.variant.make(1)) == {"words"}
    assert set(shelving.variant.make(1)) == {"items"}


def test_a_lesson_may_have_scenes(course: Course) -> None:
    """Functions that run beside the learner's code lie in a file of their own, which most lessons lack."""
    doubling, _, shelving = course.lessons
    assert doubling.scenes is None
    assert not doubling.scenes_file.exists()
    assert shelving.scenes_file == shelving.folder / "lab" / "scenes.py"
    assert {"cut_off", "twice"} <= set(vars(shelving.scenes))


def test_the_functions_of_a_lesson_are_those_of_its_modules(course: Course) -> None:
    """Pieces and given functions count; what a module imports from elsewhere, and no function, does not."""
    functions = [set(lesson.functions) for lesson in course.lessons]
    assert functions == [
        {"toybox.numbers.double", "toybox.numbers.total", "toybox.numbers.totals"},
        {"toybox.labels.label"},
        {"toybox.shelf.store", "toybox.shelf.stored"},
    ]
    assert course.lessons[0].functions["toybox.numbers.totals"] is toybox.numbers.totals


def test_what_a_module_imports_from_its_library_counts(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece that writes through a function of another module is read with one of that module."""
    monkeypatch.setattr(toybox.numbers, "stored", toybox.shelf.stored, raising=False)
    assert course.lessons[0].functions["toybox.shelf.stored"] is toybox.shelf.stored


def test_a_function_of_its_own_is_kept_to_a_module(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function whose name begins with an underscore is none that others may call."""

    def _own() -> None: ...

    _own.__module__ = "toybox.numbers"
    for name in ("_own", "shared"):
        monkeypatch.setattr(toybox.numbers, name, _own, raising=False)
    added = set(course.lessons[0].functions) - {
        f"toybox.numbers.{name}" for name in ("double", "total", "totals")
    }
    assert added == {"toybox.numbers.shared"}


def test_files_of_one_name_are_modules_of_their_own(tmp_path: Path) -> None:
    """Two lessons' files of the same name do not get in each other's way."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "measure.py").write_text(f"FOLDER = '{folder}'\n", encoding="utf-8")
    modules = [load_module(tmp_path / folder / "measure.py") for folder in ("a", "b", "a")]
    assert [module.FOLDER for module in modules] == ["a", "b", "a"]


# Refusing: in which file, what stands there instead of what, and what is said with which line.

REFUSED = {
    "a need further down": (
        (ORDER, "code: B1", "code: B1, needs: [labelling]"),
        (4, "doubling needs labelling, which does not stand before it"),
    ),
    "a need of itself": (
        (ORDER, "needs: [doubling]", "needs: [labelling]"),
        (5, "labelling needs labelling, which does not stand before it"),
    ),
    "a need of nothing": (
        (ORDER, "needs: [doubling]", "needs: [doubling, tripling]"),
        (5, "labelling needs tripling, which does not stand before it"),
    ),
    "a code twice": ((ORDER, "code: B2", "code: B1"), (5, "labelling (B1) stands in the order twice")),
    "an unknown level": (
        (ORDER, "code: B2", "code: X2"),
        (5, "the code 'X2' begins with none of B, I, A"),
    ),
    "a code in small letters": (
        (ORDER, "code: B2", "code: b2"),
        (5, "the code 'b2' begins with none of B, I, A"),
    ),
    "an empty code": ((ORDER, "code: B2", "code: ''"), (5, "the code '' begins with none of B, I, A")),
    "bad YAML": ((ORDER, "status: planned}", "status: planned"), (7, "not valid YAML: ")),
    "an unknown field": (
        (ORDER, "code: B2", "code: B2, colour: red"),
        (5, "Object contains unknown field `colour` (at $.lessons[1])"),
    ),
    "an unknown status": (
        (ORDER, "status: planned", "status: soon"),
        (6, "Invalid enum value 'soon' (at $.lessons[2].status)"),
    ),
    "no library": ((ORDER, "library: toybox\n", ""), (2, "Object missing required field `library`")),
    "no front matter": (
        (PAGE, "---\nid: doubling", "id: doubling"),
        (1, "there is no front matter between two lines of ---"),
    ),
    "another id": (
        (PAGE, "id: doubling", "id: tripling"),
        (2, "id and level of the front matter are not those of course.yaml and folder"),
    ),
    "another level": (
        (PAGE, "level: beginner", "level: advanced"),
        (2, "id and level of the front matter are not those of course.yaml and folder"),
    ),
    "minutes in words": (
        (PAGE, "minutes: 5", "minutes: five"),
        (6, "Expected `int`, got `str` (at $.minutes)"),
    ),
    "an unknown field of a piece": (
        (PAGE, "{task: B1.2, function", "{task: B1.2, fonction"),
        (10, "Object contains unknown field `fonction` (at $.pieces[1])"),
    ),
    "bad YAML in the front matter": ((PAGE, "minutes: 5", "minutes: [5"), (7, "not valid YAML: ")),
}


@pytest.mark.parametrize(("edit", "said"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_together_is_said_with_file_and_line(
    toy: Path, edit: tuple[str, str, str], said: tuple[int, str]
) -> None:
    """Whatever is wrong with the order or a front matter is said in one line that leads to the place."""
    (file, old, new), (line, sentence) = edit, said
    text = (toy / file).read_text(encoding="utf-8")
    assert old in text
    (toy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert complaint(lambda: load_course(toy)).startswith(f"{toy / file}:{line}: {sentence}")


def test_a_lesson_that_stands_in_the_order_twice_is_refused(toy: Path) -> None:
    """A slug names one lesson."""
    order = (toy / ORDER).read_text(encoding="utf-8")
    twice = order.replace("tracks:", "  - {id: labelling, code: B5, status: ready}\ntracks:")
    (toy / ORDER).write_text(twice, encoding="utf-8")
    assert complaint(lambda: load_course(toy)).endswith(": labelling (B5) stands in the order twice")


@pytest.mark.parametrize("file", [ORDER, PAGE])
def test_a_missing_file_is_named(toy: Path, file: str) -> None:
    """A course without its order, or a ready lesson without its page, is refused by the name of the file."""
    (toy / file).unlink()
    assert complaint(lambda: load_course(toy)) == f"{toy / file}: no such file or directory"


@pytest.mark.parametrize("file", [ORDER, PAGE])
def test_another_encoding_is_said_with_its_line(toy: Path, file: str) -> None:
    """A file in Latin-1 is refused with the line that shows it."""
    text = (toy / file).read_text(encoding="utf-8").splitlines()
    text[2] += "  # schön"
    (toy / file).write_bytes("\n".join(text).encode("latin-1"))
    assert complaint(lambda: load_course(toy)).startswith(f"{toy / file}:3: this line is not UTF-8")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("expected", "lab/expected.yaml"),
        ("hints", "lab/hints.yaml"),
        ("quiz", "quiz.yaml"),
        ("measure", "lab/measure.py"),
        ("variant", "lab/variant.py"),
    ],
)
def test_a_lessons_missing_file_is_named_when_it_is_asked_for(course: Course, name: str, file: str) -> None:
    """A lesson can be listed without its files; who asks for a missing one is told which it is."""
    lesson = course.lesson("doubling")
    (lesson.folder / file).unlink()
    assert complaint(lambda: getattr(lesson, name)).startswith(f"{lesson.folder / file}: no such file")


def test_a_question_without_an_answer_is_refused(course: Course) -> None:
    """A malformed quiz is refused with file and line."""
    quiz = course.lesson("doubling").folder / "quiz.yaml"
    quiz.write_text("- question: Is this a toy?\n  answer: It is.\n- question: Why?\n", encoding="utf-8")
    assert complaint(lambda: course.lesson("doubling").quiz) == (
        f"{quiz}:3: Object missing required field `answer` (at $[1])"
    )


def test_a_track_is_walked_in_an_order_in_which_nothing_is_missing(course: Course) -> None:
    """It names codes of lessons, and may begin where another ends."""
    assert [(track.name, track.after, track.lessons) for track in course.order.tracks] == [
        ("numbers", "", ("B1",)),
        ("shelves", "numbers", ("B2", "B4")),
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[B2, B4]", "[B4, B2]", "on the track shelves B4 needs labelling before it"),
        ("after: numbers, ", "", "on the track shelves B2 needs doubling before it"),
        ("after: numbers", "after: letters", "the track shelves is after letters, which is none before it"),
        ("[B2, B4]", "[B2, B9]", "the track shelves has B9, which is no lesson's code"),
    ],
)
def test_a_track_that_lacks_what_its_lessons_need_is_refused(
    toy: Path, old: str, new: str, says: str
) -> None:
    """A learner on a short track never meets a lesson without what it builds on."""
    text = (toy / ORDER).read_text(encoding="utf-8")
    assert old in text
    (toy / ORDER).write_text(text.replace(old, new), encoding="utf-8")
    assert complaint(lambda: load_course(toy)) == f"{toy / ORDER}: {says}"


def test_a_rule_stands_on_the_page_under_its_name(course: Course) -> None:
    """The line of its paragraph is found; of no such rule there is none."""
    lesson = course.lesson("doubling")
    line = lesson.line_of_rule("Twice")
    assert line is not None
    assert lesson.page.read_text(encoding="utf-8").splitlines()[line - 1].startswith("**Twice.** ")
    assert lesson.line_of_rule("Thrice") is None
