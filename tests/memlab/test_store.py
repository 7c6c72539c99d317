"""The store: what it has said it holds is there, once, beside others and after kills; and what it refuses."""

import os
import random
import sqlite3
import subprocess
import sys
import unicodedata
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Timer

import pytest

from memlab.errors import StoreError
from memlab.record import Provenance, Scope, make_memory
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.schema import MIGRATIONS, VERSION, migrate
from memlab.store import add, create, load, not_its_own, open_store, read_all, verify

ADA, BEN = Scope("ada"), Scope("ben")
INSERT = f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})"
NAIVE = datetime.fromisoformat("2026-03-01T09:30:00")
ROOT = getattr(os, "geteuid", lambda: 1)() == 0

# Adds batches of two records for ever, and says after each that it is stored.
WRITER = """
import sys
from datetime import UTC, datetime
from memlab.record import Provenance, Scope, make_memory
from memlab.store import add

ADA = Scope("ada")

path, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
at = datetime(2026, 3, 1, tzinfo=UTC)
for number in range(times):
    source = Provenance(f"{name}/{number}", "user", 1.0)
    batch = [make_memory(f"{name} {number} {half}", "semantic", ADA, source, at, at) for half in sys.argv[4]]
    add(path, batch, 20.0)
    print(number, flush=True)
"""
MAKER = """
import sys
from memlab.store import create

sys.stdin.readline()
create(sys.argv[1])
"""


@pytest.fixture
def path(tmp_path):
    """Make an empty store."""
    made = str(tmp_path / "memories.db")
    create(made)
    return made


def started(script, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def image_of(*records):
    """The bytes of a store that holds these, made in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        store.executemany(INSERT, map(row_of, records))
        data = store.serialize()
    return data[:18] + b"\2\2" + data[20:]  # with a write-ahead log, as `create` makes it


def snapshots(path, act, monkeypatch):
    """Copies of a store's files before each statement of an action: what a kill there would leave."""
    connect, taken = sqlite3.connect, []

    def copy(sql):
        files = {ending: Path(f"{path}{ending}") for ending in ("", "-wal", "-journal")}
        taken.append({ending: file.read_bytes() for ending, file in files.items() if file.is_file()})

    def watched(*arguments, **named):
        connection = connect(*arguments, **named)
        connection.set_trace_callback(copy)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", watched)
        act(path)
    return [one for place, one in enumerate(taken) if one not in taken[:place]]


def laid(folder, files):
    """Lay the files of a snapshot into a folder; returns the path of the store."""
    folder.mkdir()
    for ending, data in files.items():
        (folder / f"memories.db{ending}").write_bytes(data)
    return str(folder / "memories.db")


def version_1(path, records):
    """Make a store as the first memlab did."""
    names = ", ".join(COLUMNS.split(", ")[:12])
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("BEGIN")
        for statement in MIGRATIONS[0]:
            store.execute(statement)
        store.executemany(
            f"INSERT INTO memory ({names}) VALUES ({', '.join('?' * 12)})",
            [row_of(one)[:12] for one in records],
        )
        store.execute("PRAGMA application_id = 0x6D6D6C62")
        store.execute("PRAGMA user_version = 1")
        store.execute("COMMIT")


def test_the_same_words_of_two_people_are_two_memories(path, memory):
    """R10: a hash of the text alone would keep the second person's memory out."""
    of_ada, of_ben = (memory("Prefers invoices in PDF", scope=scope) for scope in (ADA, BEN))
    assert add(path, [of_ada, of_ben]) == (of_ada.id, of_ben.id)
    assert load(path, BEN) == (of_ben,)


def test_whoever_keeps_the_store_reads_all_scopes(path, memory):
    """By id, which says nothing of whose it is."""
    both = [memory(scope=scope) for scope in (ADA, BEN)]
    add(path, both)
    assert read_all(path) == tuple(sorted(both, key=lambda one: one.id))


def test_the_very_same_record_twice_is_there_once(path, memory):
    """R13: adding it again neither deletes nor doubles it."""
    lift = memory("The lift in the east wing is out of service")
    assert [add(path, [lift]), add(path, [lift]), add(path, [lift, lift])] == [(lift.id,), (), ()]
    assert load(path, ADA) == (lift,)


def test_every_script_has_its_own_ids(path, memory):
    """R16: three texts in scripts beyond ASCII are three memories, and a taken id is refused."""
    texts = ("Η σύσκεψη είναι την Τρίτη", "Ключ у соседа", "ประชุมวันพุธ")  # noqa: RUF001
    records = [memory(text) for text in texts]
    assert len(add(path, records)) == 3
    with pytest.raises(StoreError, match="is not its own"):
        add(path, [memory("New"), replace(memory("Other"), id=records[0].id)])
    assert {one.content for one in load(path, ADA)} == set(texts)


def test_what_separates_elsewhere_is_text_here(path, memory):
    """R55: semicolons, a marker of summaries and lines of dashes come back as they were."""
    texts = (
        "Paint is white; trim is grey; do not mix",
        "Our handbook says: [[EARLIER SUMMARY]] is a heading",
        "line one\n---\nline two",
    )
    records = [memory(text, protected=(text,), keywords=("a;b", '["c"]')) for text in texts]
    add(path, records)
    assert set(load(path, ADA)) == set(records)


def test_the_first_spelling_stays(path, memory):
    """R07: composed and decomposed have one id, and the bytes of the first one written stay."""
    first, second = (
        memory(unicodedata.normalize(form, "réunion décalée à Nîmes")) for form in ("NFD", "NFC")
    )
    assert (len(first.content), len(second.content)) == (28, 23)
    assert add(path, [first, second]) == (first.id,)
    assert add(path, [second]) == ()
    assert [one.content for one in load(path, ADA)] == [first.content]


def test_four_writers_beside_a_reader_lose_nothing(path):
    """R85: 4 writers, 50 adds each, beside a reader that keeps its transaction: 200 rows."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memory").fetchone()
        ended = Timer(0.5, reader.execute, ["COMMIT"])
        ended.start()
        writers = [started(WRITER, path, f"w{number}", 50, "a") for number in range(4)]
        assert [writer.communicate()[0].count("\n") for writer in writers] == [50] * 4
        ended.join()
    assert [writer.returncode for writer in writers] == [0] * 4
    assert len(load(path, ADA)) == 200


def test_what_was_acknowledged_survives_kills(path):
    """Writers that are killed in the middle of their work have all that they said, and no half batch."""
    draw = random.Random(6)
    said = []
    for number in range(3):
        writer = started(WRITER, path, f"w{number}", 10_000, "ab")
        said += [f"w{number} {writer.stdout.readline().strip()}" for _ in range(draw.randrange(1, 12))]
        writer.kill()
        said += [f"w{number} {line.strip()}" for line in writer.communicate()[0].splitlines() if line.strip()]
        assert writer.returncode != 0
    there = {one.content for one in load(path, ADA)}
    assert there >= {f"{one} {half}" for one in said for half in "ab"}
    assert all(one[:-1] + other in there for one in there for other in "ab")
    verify(path)


def test_killed_while_it_is_made_it_can_be_made_again(tmp_path, monkeypatch):
    """Whatever a kill during `create` leaves is no store yet, or one, and never something else."""
    left = snapshots(str(tmp_path / "memories.db"), create, monkeypatch)
    assert len(left) >= 3
    for number, files in enumerate(left):
        path = laid(tmp_path / str(number), files)
        create(path)
        assert load(path, ADA) == ()


def test_killed_while_it_is_migrated_it_keeps_every_record(tmp_path, monkeypatch, memory):
    """A store of version 1 is of version 1 or 2 after a kill at any statement, with all its records."""
    old = str(tmp_path / "memories.db")
    records = (memory("Likes tea"), memory("Runs", "s1/2", day=2))
    version_1(old, records)
    left = snapshots(old, lambda path: load(path, ADA), monkeypatch)
    assert load(old, ADA) == records
    for number, files in enumerate(left):
        assert load(laid(tmp_path / str(number), files), ADA) == records


def test_an_older_store_gets_all_columns_and_keeps_its_records(tmp_path, memory):
    """A record of version 1 comes back with the later fields of one to which nothing has happened."""
    path = str(tmp_path / "old.db")
    tea, run = memory("Likes tea"), memory("Runs", "s1/2", pinned=True, keywords=("run",))
    version_1(path, [tea])
    assert add(path, [tea, run]) == (run.id,)
    assert set(load(path, ADA)) == {tea, run}
    with open_store(path) as store:
        assert store.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_two_processes_may_make_it_at_once(tmp_path):
    """Several that begin in one moment all succeed, and there is one store."""
    path = str(tmp_path / "memories.db")
    makers = [started(MAKER, path) for _ in range(4)]
    for maker in makers:
        maker.stdin.write("now\n")
        maker.stdin.flush()
    for maker in makers:
        maker.communicate()
    assert [maker.returncode for maker in makers] == [0] * 4
    assert load(path, ADA) == ()


def test_made_twice_it_is_left_alone(path, memory):
    """`create` on a store that is there does nothing."""
    add(path, [memory()])
    create(path)
    assert load(path, ADA) == (memory(),)


def test_a_store_in_use_is_said_so(path, memory):
    """A writer that had to wait for too long says who was in the way, and has written nothing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"in use by another process.*0\.05 seconds"):
            add(path, [memory()], 0.05)
        assert load(path, ADA) == ()
    assert add(path, [memory()], 0.05) == (memory().id,)


def test_whoever_began_as_a_reader_is_told_how_to_begin(path, memory):
    """A transaction that read before somebody else wrote may not write, and the error says the remedy."""
    with pytest.raises(StoreError, match="BEGIN IMMEDIATE"), open_store(path) as store:
        store.execute("BEGIN")
        store.execute("SELECT count(*) FROM memory").fetchone()
        add(path, [memory("In between")])
        store.execute(INSERT, row_of(memory()))


def test_an_open_transaction_is_taken_back(path, memory):
    """What is not committed when the block ends is not there, by an error or without one."""
    with open_store(path) as store:
        store.execute("BEGIN IMMEDIATE")
        store.execute(INSERT, row_of(memory()))
    assert load(path, ADA) == ()


def test_a_full_disk_leaves_the_store_as_it_was(path, memory, monkeypatch):
    """Where there is no room for a page more, the batch is refused and what was there stays."""
    add(path, [memory()])
    connect = sqlite3.connect

    def small(*arguments, **named):
        connection = connect(*arguments, **named)
        connection.execute("PRAGMA max_page_count = 12")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match="no room"):
        add(path, [memory("tea " * 20_000, "s1/2")])
    assert load(path, ADA) == (memory(),)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"confidence": 1.5}, "CHECK constraint"),
        ({"importance": float("nan")}, "NOT NULL constraint"),
        ({"access_count": 2**70}, "64 bits"),
        ({"title": "half \ud83d"}, "half a character"),
        ({"recorded_at": NAIVE}, "no offset"),
        ({"last_accessed_at": NAIVE}, "no offset"),
    ],
)
def test_a_record_that_cannot_be_kept_is_refused_in_words(path, memory, wrong, said):
    """Whatever SQLite or Python says of a value, a person reads a StoreError, and nothing is written."""
    with pytest.raises(StoreError, match=said) as refused:
        add(path, [memory("Fine"), replace(memory("Wrong", "s1/2"), **wrong)])
    assert str(refused.value).startswith(path)
    assert load(path, ADA) == ()


def test_the_error_of_a_wrong_id_names_record_and_remedy(memory):
    """It shows the text and the id, and how to make a record that has its own."""
    said = not_its_own(replace(memory("Likes tea"), id="7f"))
    assert "'Likes tea'" in said
    assert "'7f'" in said
    assert "make_memory" in said


@pytest.mark.parametrize("path", ["", ":memory:"])
def test_a_store_is_a_file(path):
    """What would be forgotten when it is closed is refused."""
    with pytest.raises(StoreError, match="name a file"):
        create(path)


def test_where_there_is_none_nothing_is_made(tmp_path, memory):
    """A misspelt path is an error and no empty memory."""
    path = str(tmp_path / "none.db")
    for act in (lambda: load(path, ADA), lambda: add(path, [memory()]), lambda: verify(path)):
        with pytest.raises(StoreError, match="is no file"):
            act()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="cannot be opened"):
        create(str(tmp_path / "no" / "folder.db"))


@pytest.mark.skipif(ROOT, reason="root may write everything")
def test_what_may_not_be_written_is_said_so(path, memory):
    """A file without the right to write it is refused for adding, and not silently dropped."""
    Path(path).chmod(0o400)
    with pytest.raises(StoreError, match="may not be written"):
        add(path, [memory()])


def test_what_is_no_store_is_left_as_it_is(tmp_path, memory):
    """Other files and newer stores are refused with what to do, and their bytes stay."""
    good = image_of(memory())
    with closing(sqlite3.connect(":memory:")) as other:
        other.execute("CREATE TABLE memory (id TEXT)")
        foreign = other.serialize()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        store.execute(f"PRAGMA user_version = {VERSION + 1}")
        newer = store.serialize()
    file = tmp_path / "some.db"
    for data, said in (
        (b"", "holds no store yet"),
        (b"I like tea\n" * 500, "is no store, or a damaged one"),
        (good[:-4096], "is damaged"),
        (foreign, "another program"),
        (newer, "update memlab"),
        (good.replace(b"merged_into", b"merged_in\0o"), "damaged"),
    ):
        file.write_bytes(data)
        for act in (lambda: load(str(file), ADA), lambda: add(str(file), [memory()])):
            with pytest.raises(StoreError, match=said):
                act()
        assert file.read_bytes() == data


def test_no_damage_is_read_as_something_else(tmp_path):
    """A bit is turned anywhere: it is an error, or does no harm, or `verify` finds it; the bytes stay.

    Only what stands outside the id of a record may have changed unseen.
    """
    at = datetime(2026, 3, 1, tzinfo=UTC)
    records = [
        make_memory(
            f"I like tea number {turn}", "semantic", ADA, Provenance(f"s1/{turn}", "user", 1.0), at, at
        )
        for turn in range(60)
    ]
    good, file = image_of(*records), tmp_path / "memories.db"
    draw, seen = random.Random(85), set()
    for _ in range(150):
        place = draw.randrange(len(good))
        data = good[:place] + bytes([good[place] ^ 1 << draw.randrange(8)]) + good[place + 1 :]
        file.write_bytes(data)
        try:
            found = load(str(file), ADA)
        except StoreError:
            seen.add("refused")
            continue
        finally:
            assert file.read_bytes() == data
        there = [(one.id, one.content, one.type, one.scope, one.provenance.source_id) for one in found]
        wanted = [(one.id, one.content, one.type, one.scope, one.provenance.source_id) for one in records]
        if sorted(there) == sorted(wanted):
            seen.add("harmless")
            continue
        with pytest.raises(StoreError):
            verify(str(file))
        assert file.read_bytes() == data
        seen.add("found")
    assert seen == {"refused", "harmless", "found"}


def test_an_index_that_lost_a_record_is_found(path, memory):
    """`verify` compares the indexes with the table: what they have lost, `load` would not find."""
    add(path, [memory(), memory("Runs", "s1/2")])
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("PRAGMA writable_schema = ON")
        store.execute("UPDATE sqlite_master SET sql = sql || ' WHERE 0' WHERE name = 'memory_by_scope'")
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("REINDEX memory_by_scope")
        store.execute("PRAGMA writable_schema = ON")
        store.execute(
            "UPDATE sqlite_master SET sql = replace(sql, ' WHERE 0', '') WHERE name = 'memory_by_scope'"
        )
    assert load(path, ADA) == ()
    with pytest.raises(StoreError, match="damaged"):
        verify(path)


def test_order_is_by_moment_then_id(path, memory):
    """Offsets do not count, and parts of a second do."""
    nine = datetime(2026, 3, 14, 9, tzinfo=UTC)
    late = [memory(f"M{one}", recorded_at=nine + timedelta(microseconds=one)) for one in (2, 1)]
    ties = [
        memory(f"T{hours}", recorded_at=nine.astimezone(timezone(timedelta(hours=hours))))
        for hours in (5, -9, 0)
    ]
    add(path, [*late, *ties])
    assert load(path, ADA) == (*sorted(ties, key=lambda one: one.id), late[1], late[0])


def test_odd_texts_come_back_as_they_were(path, memory):
    """Quotes, NUL, ends of lines, half an accent, far scripts and a hundred thousand characters."""
    texts = ("'; DROP TABLE memory; --", "a\0b", "\r\n\t x ", "e\u0301", "👩🏽‍🚀", "tea " * 25_000)
    odd = [memory(text, title=text, keywords=(text, ""), scope=Scope(text, text, text)) for text in texts]
    add(path, odd)
    assert [load(path, one.scope) for one in odd] == [(one,) for one in odd]
