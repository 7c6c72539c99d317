"""Reading files of turns: what is read, and the one sentence that says why a line was not."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memlab.corpus import read_turns
from memlab.errors import CorpusError, MemlabError
from memlab.record import Turn

HELLO = {"session": "s1", "turn": 1, "role": "user", "text": "Hello", "time": "2026-03-14T09:30:00+01:00"}
NO_TURN = "an object with exactly session, turn, role, text, time was expected"


def line(**changed):
    """Write one valid line as bytes, with some of its fields changed."""
    return json.dumps(HELLO | changed, ensure_ascii=False).encode()


@pytest.fixture
def read(tmp_path):
    """Read the turns of a file that holds these lines."""

    def write_and_read(*lines: bytes, end: bytes = b"\n", start: bytes = b"") -> tuple[Turn, ...]:
        (tmp_path / "turns.jsonl").write_bytes(start + end.join(lines) + end)
        return read_turns(tmp_path / "turns.jsonl")

    return write_and_read


@pytest.fixture
def refusal(read, tmp_path):
    """Return the line number and the sentence with which a file of these lines is refused."""

    def of(*lines: bytes, **layout: bytes) -> tuple[int, str]:
        with pytest.raises(CorpusError) as error:
            read(*lines, **layout)
        where = f"{tmp_path / 'turns.jsonl'}:"
        sentence = str(error.value)
        assert sentence.startswith(where)
        assert "\n" not in sentence
        assert ". " not in sentence.removeprefix(where)
        number, _, reason = sentence.removeprefix(where).partition(": ")
        return int(number), reason

    return of


def test_a_line_becomes_a_turn(read):
    """Each of the five fields of a line arrives in the turn, the time with its offset."""
    (turn,) = read(line(session="s2", turn=3, role="agent", text="Tea?"))
    assert (turn.session, turn.turn, turn.role, turn.text) == ("s2", 3, "agent", "Tea?")
    assert turn.time == datetime(2026, 3, 14, 8, 30, tzinfo=UTC)
    assert turn.time.utcoffset() == timedelta(hours=1)


def test_turns_keep_the_order_of_the_file(read):
    """Turns come as they stand in the file, not by session, number or time."""
    turns = read(line(session="s10"), line(session="s2", turn=2), line(session="s2", turn=1))
    assert [(turn.session, turn.turn) for turn in turns] == [("s10", 1), ("s2", 2), ("s2", 1)]


def test_a_path_may_be_text_or_a_path(tmp_path):
    """The same file is read by its name as text and as a path."""
    path = tmp_path / "turns.jsonl"
    path.write_bytes(line())
    assert read_turns(str(path)) == read_turns(path)


@pytest.mark.parametrize("role", ["user", "assistant", "agent", "tool"])
def test_every_role_is_read(read, role):
    """The four roles of a conversation are all accepted."""
    assert read(line(role=role))[0].role == role


def test_an_empty_file_holds_no_turns(read):
    """A file of nothing but empty lines is no error and no turn."""
    assert read(b"", b"   ", b"") == ()


def test_a_last_line_needs_no_line_end(read):
    """A file that ends without a line end loses no turn."""
    assert len(read(line(), b"\n" + line(turn=2), end=b"")) == 2


def test_a_byte_order_mark_is_no_part_of_the_text(read):
    """A file that an editor began with a byte order mark reads like any other."""
    assert read(line(), start=b"\xef\xbb\xbf") == read(line())


def test_windows_line_ends_are_line_ends(read):
    """A file with CRLF reads like one with LF."""
    lines = (line(), b"", line(turn=2))
    assert read(*lines, end=b"\r\n") == read(*lines)


@pytest.mark.parametrize("inside", ["\u2028", "\u2029", "\x85", "\u00a0"])
def test_a_separator_inside_a_text_ends_no_line(read, inside):
    """A line or paragraph separator of Unicode is ordinary text and stays where it is."""
    turns = read(line(text=f"one{inside}two"), line(turn=2))
    assert [turn.text for turn in turns] == [f"one{inside}two", "Hello"]


@pytest.mark.parametrize(
    "text",
    [
        "Paint is white; trim is grey; do not mix",
        "Our handbook says: [[EARLIER SUMMARY]] is a heading",
        "line one\n---\nline two",
        "e\u0301te\u0301",
        "  blanks around.  ",
    ],
)
def test_a_text_is_read_as_it_was_written(read, text):
    """Separators, markers, decomposed accents and blanks come back byte for byte (R55)."""
    assert read(line(text=text))[0].text == text


def test_a_missing_file_is_named(tmp_path):
    """A file that is not there is refused with its path and what should be there."""
    path = tmp_path / "nowhere.jsonl"
    with pytest.raises(CorpusError) as error:
        read_turns(path)
    assert str(error.value).startswith(f"{path}: ")
    assert "a file of turns was expected" in str(error.value)


def test_a_folder_is_no_file(tmp_path):
    """A folder is refused with its path and what should be there."""
    with pytest.raises(CorpusError) as error:
        read_turns(tmp_path)
    assert str(error.value).startswith(f"{tmp_path}: ")
    assert "a file of turns was expected" in str(error.value)


def test_a_refusal_is_an_error_of_memlab():
    """Command lines can catch a file that cannot be read by the one class of memlab."""
    assert issubclass(CorpusError, MemlabError)


def test_latin_1_is_refused_at_its_line(refusal):
    """A byte that is not UTF-8 is refused at the line it stands on, with what to do."""
    latin = line(turn=3, text="Café").decode().encode("latin-1")
    number, reason = refusal(line(), line(turn=2), latin)
    assert number == 3
    assert "save the file as UTF-8" in reason


@pytest.mark.parametrize("broken", [b'{"session": "s1"', b"Hello", b"{'session': 's1'}", b"[1, 2", b"\x00"])
def test_broken_json_is_refused_at_its_line(refusal, broken):
    """A line that is no JSON is refused with line and column, empty lines counted."""
    number, reason = refusal(line(), b"", broken)
    assert number == 3
    assert "JSON" in reason
    assert " at column " in reason


def test_two_objects_on_one_line_are_refused(refusal):
    """One line holds one object."""
    number, reason = refusal(line() + line(turn=2))
    assert number == 1
    assert "one JSON object" in reason


@pytest.mark.parametrize("value", [b"[]", b"null", b"7", b'"Hello"', b"{}"])
def test_json_that_is_no_turn_is_refused(refusal, value):
    """A list, a number, a text or an empty object is no turn."""
    assert refusal(value) == (1, NO_TURN)


@pytest.mark.parametrize("field", list(HELLO))
def test_a_missing_field_is_refused(refusal, field):
    """None of the five fields may be absent."""
    rest = {name: value for name, value in HELLO.items() if name != field}
    assert refusal(line(), json.dumps(rest).encode()) == (2, NO_TURN)


def test_an_extra_field_is_refused(refusal):
    """A field that no turn has is refused rather than dropped."""
    assert refusal(line(), line(turn=2, mood="good")) == (2, NO_TURN)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("turn", value) for value in (True, False, 1.0, "1", None, 0, -1, [])),
        *(("session", value) for value in ("", None, 1, "s1/2")),
        *(("text", value) for value in ("", "  ", None, 5, ["Hello"])),
        *(("role", value) for value in ("system", "User", "", None, ["user"])),
        *(("time", value) for value in ("2026-03-14", "half past nine", "", None, 1773477000)),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_by_name(refusal, field, value):
    """A value that a field cannot hold is refused with the field and the value."""
    number, reason = refusal(line(turn=9), line(**{"turn": 2, field: value}))
    assert number == 2
    assert reason.startswith(field)
    assert repr(value) in reason


def test_a_time_without_offset_is_refused(refusal):
    """A naive time is flagged and never guessed, with an example of how to write it (R37)."""
    number, reason = refusal(line(time="2026-04-10T21:50:00"))
    assert number == 1
    assert "time '2026-04-10T21:50:00'" in reason
    assert "with an offset, such as 20" in reason


def test_a_name_that_stands_twice_is_refused(refusal):
    """Of two values for one field neither is dropped silently."""
    number, reason = refusal(line(), line(turn=2).replace(b'{"', b'{"turn": 3, "', 1))
    assert number == 2
    assert "turn stands in it twice" in reason


def test_half_a_character_is_refused(refusal):
    """A lone surrogate, which no file can hold, is refused where it is read and not where it is written."""
    number, reason = refusal(line().replace(b"Hello", b"Hello \\ud83d"))
    assert number == 1
    assert "surrogate" in reason


def test_endless_nesting_is_refused(refusal):
    """A line of a hundred thousand brackets is an error of that line."""
    assert refusal(line(), b"[" * 100_000)[0] == 2


def test_a_bad_byte_after_a_byte_order_mark_is_found_on_its_line(refusal):
    """The mark at the beginning does not shift the line that is named."""
    latin = line(turn=2, text="é").decode().encode("latin-1")
    assert refusal(b"\xef\xbb\xbf" + line(), b"\xe9" + latin)[0] == 2


def test_a_path_that_no_file_can_have_is_refused():
    """A NUL in a path is refused like a missing file."""
    with pytest.raises(CorpusError, match="a file of turns was expected"):
        read_turns("a\0b")


def test_a_turn_number_is_used_once_a_session(refusal):
    """A repeated turn is refused, and the sentence says where the number was used first."""
    lines = (line(), b"", line(session="s2"), line(turn=2), line(text="Hello again"))
    number, reason = refusal(*lines)
    assert number == 5
    assert "turn 1 of s1" in reason
    assert "line 1" in reason


def test_two_sessions_may_use_one_number(read):
    """Turns are numbered within their session."""
    assert len(read(line(), line(session="s2"))) == 2


def test_the_first_wrong_line_is_the_one_named(refusal):
    """Of several wrong lines the first is refused."""
    assert refusal(line(), line(turn=0), b"broken")[0] == 2


def test_reading_looks_for_no_file_of_its_own(tmp_path, monkeypatch):
    """A relative path means the working folder and nothing else."""
    (tmp_path / "here.jsonl").write_bytes(line())
    monkeypatch.chdir(tmp_path)
    assert len(read_turns(Path("here.jsonl"))) == 1
    with pytest.raises(CorpusError):
        read_turns("sessions.jsonl")
