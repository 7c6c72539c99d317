"""The table of data files: what counts as a row."""

from workshop.data import table_of_files


def test_rows_are_lines_entries_and_an_exams_questions(tmp_path):
    """A line of JSON Lines, an entry of a list, and of an object an entry of its longest list."""
    files = {
        "a/turns.jsonl": '{"turn": 1}\n{"turn": 2}\n',
        "a/gold.yaml": "- one\n- two\n- three\n",
        "exam.yaml": "user: ada\nturns: [turns.jsonl]\nquestions: [{id: tea}, {id: cat}]\n",
        "notes.md": "no data",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    rows = [line.split(" | ")[:2] for line in table_of_files(tmp_path).splitlines()[2:]]
    assert rows == [["| `a/gold.yaml`", "3"], ["| `a/turns.jsonl`", "2"], ["| `exam.yaml`", "2"]]
