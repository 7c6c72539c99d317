"""The checks of this lab. Each says what is true of a right solution; its message says what was expected."""

import sqlite3
import tempfile
import unicodedata
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path

import pytest

from memlab.record import Memory, Provenance, Scope, make_memory, memory_id
from memlab.rows import COLUMNS, SLOTS, row_of
from memlab.schema import MIGRATIONS, migrate

STORE = "memories.db"
ADA = Scope("ada")
AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
INSERT = f"INSERT INTO memory ({COLUMNS}) VALUES ({SLOTS})"
SPELLED = "Meets Zoë at the café"
# All that a text may hold and that somebody has tripped over.
TEXTS = {
    "quotes": "It's \"Ada's\" tea; DROP TABLE memory; --",
    "a line feed, a return and a tab": "one\ntwo\r\n\tthree\n---\n",
    "a NUL": "before\0after",
    "emoji and far scripts": "👩🏽‍🚀 喝茶 Δευτέρα ประชุมวันพุธ",
    "composed letters": unicodedata.normalize("NFC", SPELLED),
    "decomposed letters": unicodedata.normalize("NFD", "Naïve, déjà vu"),
    "blanks at its ends": "  tea ",
    "100,000 characters": "tea and ☕ " * 10_000,
}


def said(content="I like tea", turn=1, scope=ADA, at=AT, **later):
    """A record, of which only what matters is said; `later` sets fields beyond the id."""
    source = Provenance(f"s1/{turn}", "user", 1.0)
    return replace(make_memory(content, "semantic", scope, source, at, at), **later)


TEA, RUN, CAT = said("I like tea", 1), said("I run on Mondays", 2), said("My cat is called Olive", 3)
BUS, HAM = said("I take the bus", 4), said("I eat no ham", 5)
FIVE = (HAM, TEA, CAT, BUS, RUN)


def everything(turn=1, **other):
    """A record with every field set that a later lesson brings."""
    at = datetime(2026, 3, 2, 8, 0, 0, 123456, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))
    later = {
        "confidence": 0.25, "corroborated_by": ("s2/1", "s3/1"), "derived_from": (TEA.id, 'a "b", [c]'),
        "status": "superseded", "valid_from": at, "invalid_at": at + timedelta(days=2),
        "superseded_by": RUN.id, "importance": 0.75, "pinned": True, "access_count": 7,
        "last_accessed_at": at + timedelta(hours=3),
        "tier": "archive", "protected": ("legal; hold",), "keywords": ("thé", "tea"), "language": "fr",
        "title": "On tea", "merged_into": CAT.id,
    }  # fmt: skip
    return said("I used to like tea", turn, at=at, **(later | other))


# Two records that differ in the offset of a time alone are equal, and would get one file.
@cache
def store_of(*records, more=()):
    """The bytes of a store that holds these, and in which some more statements were run."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        migrate(store)
        store.executemany(INSERT, map(row_of, records))
        for statement in more:
            store.execute(statement)
        return with_log(store.serialize())


def with_log(data):
    """The same database, with a write-ahead log: bytes 18 and 19 of its header say so."""
    return data[:18] + b"\2\2" + data[20:]


@cache
def refusing(content, *records):
    """A store that holds records and refuses one more: a failure in the middle of whatever is going on."""
    when = f"WHEN new.content = '{content}' BEGIN SELECT RAISE(ABORT, 'a disk error, say'); END"
    return store_of(*records, more=(f"CREATE TRIGGER refuse BEFORE INSERT ON memory {when}",))


@cache
def of_version_1(*records):
    """A store as the first memlab made it: it holds these records, without any later field."""
    names = ", ".join(COLUMNS.split(", ")[:12])
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as store:
        for statement in MIGRATIONS[0]:
            store.execute(statement)
        slots = ", ".join("?" * 12)
        store.executemany(f"INSERT INTO memory ({names}) VALUES ({slots})", [row_of(r)[:12] for r in records])
        (kind,) = sqlite3.connect(":memory:").execute("SELECT 0x6D6D6C62").fetchone()
        store.execute(f"PRAGMA application_id = {kind}")
        store.execute("PRAGMA user_version = 1")
        return with_log(store.serialize())


@cache
def after_a_crash(*records):
    """The two files of a store whose process was killed: the last records stand in its log alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / STORE
        path.write_bytes(store_of())
        with closing(sqlite3.connect(path, isolation_level=None)) as store:
            store.executemany(INSERT, map(row_of, records))
            return path.read_bytes(), path.with_name(f"{STORE}-wal").read_bytes()


@cache
def unusable():
    """Files that are no store to be read, by what is wrong with them."""
    good = store_of(*(said(f"I like tea number {number}", number) for number in range(60)))
    page = len(good) // 2 // 4096 * 4096
    with closing(sqlite3.connect(":memory:")) as other:
        other.execute("CREATE TABLE memory (id TEXT)")
        return {
            "an empty file": b"",
            "a text": b"I like tea\n" * 500,
            "a file with one wrong bit in its first line": bytes([good[0] ^ 1]) + good[1:],
            "the first half of a store": good[: len(good) // 2 // 4096 * 4096],
            "a store with a page of zeros": good[:page] + bytes(4096) + good[page + 4096 :],
            "a database of another program": other.serialize(),
            "a store of a newer memlab": store_of(TEA, more=("PRAGMA user_version = 99",)),
        }


def names_of(ids):
    """Ids as the contents that they stand for, where they are known."""
    known = {record.id: record.content for record in FIVE}
    return [known.get(one, one[:20]) for one in ids]


def assert_ids(got, records, why):
    want = tuple(record.id for record in records)
    assert got == want, f"the ids of {names_of(want)}: {why}; they are those of {names_of(got)}"


def difference(got, want):
    """The first thing in which two lists of records differ, "" if they do not."""
    there, wanted = {record.id: record for record in got}, {record.id: record for record in want}
    for one in want:
        if one.id not in there:
            return f"{one.content[:40]!r} is missing"
        for field in fields(Memory):
            mine, right = getattr(there[one.id], field.name), getattr(one, field.name)
            # Equal moments of two zones are equal; what is to be kept is the offset too.
            if (mine, str(mine)) != (right, str(right)):
                spelled = f"{str(mine)[:60]!a} instead of {str(right)[:60]!a}"
                return f"{field.name} of {one.content[:30]!r} is {spelled}"
    for one in got:
        if one.id not in wanted:
            return f"{one.content[:40]!r} is there too"
    return "" if len(got) == len(want) else f"there are {len(got)} of them"


def counted(records):
    return f"{len(records)} {'memory' if len(records) == 1 else 'memories'}"


def assert_in_file(clean, records, why, name=STORE, scope=ADA):
    there = [record for record in clean.read_all(name) if record.scope == scope]
    found = difference(there, records)
    assert not found, f"{counted(records)} in the file: {why}; {found}"


def assert_loaded(got, records, why):
    found = difference(got, records)
    assert not found, f"{counted(records)}: {why}; {found}"


@pytest.mark.task("B6.1", rule="Byte for byte", points=5)
def test_added(lab, box, clean):
    """What was added is in the file, and its ids come back."""
    box.put(STORE, store_of(BUS))
    got = lab.add(STORE, (RUN, TEA, CAT))
    assert_in_file(clean, (BUS, TEA, RUN, CAT), "one was there, and three were added")
    assert_ids(got, (RUN, TEA, CAT), "all three were new, in the order given")
    got = lab.add(STORE, ())
    assert_ids(got, (), "nothing was given")


@pytest.mark.task("B6.1", rule="Once", points=5, needs="test_added")
def test_twice(lab, box, clean):
    """What the store holds is not written again."""
    box.put(STORE, store_of())
    lab.add(STORE, (TEA, RUN))
    got = lab.add(STORE, (TEA, RUN))
    assert_ids(got, (), "the same batch once more")
    assert_ids(lab.add(STORE, (CAT, RUN, HAM)), (CAT, HAM), "one of three was there already")
    assert_ids(lab.add(STORE, (BUS, TEA, BUS)), (BUS,), "one stands twice in the batch, and is new once")
    assert_in_file(clean, FIVE, "each of the five once")
    another, elsewhere = said(TEA.content, 9), said(TEA.content, 1, Scope("ben"))
    got = lab.add(STORE, (another, elsewhere))
    assert got == (another.id, elsewhere.id), (
        f"two ids: the same words, said in another turn and by another person, are other memories; {len(got)}"
    )
    box.put("second.db", store_of())
    assert_ids(lab.add("second.db", (TEA,)), (TEA,), "it is in the first store, and new in the second")


@pytest.mark.task("B6.1", rule="The first stays", points=4, needs="test_added")
def test_the_first_stays(lab, box, clean):
    """A record that is there is left as it stands there."""
    composed, decomposed = (said(unicodedata.normalize(form, SPELLED)) for form in ("NFC", "NFD"))
    box.put(STORE, store_of())
    lab.add(STORE, (decomposed, composed))
    assert_in_file(clean, (decomposed,), "two spellings of one text have one id, and the first stays")
    lab.add(STORE, (composed,))
    assert_in_file(clean, (decomposed,), "the other spelling was added in a later call")
    box.put("second.db", store_of(everything()))
    plain = said("I used to like tea", 1, at=AT - timedelta(days=9))
    lab.add("second.db", (plain,))
    assert_in_file(clean, (everything(),), "what happened to a memory since is not undone", "second.db")


@pytest.mark.task("B6.1", rule="Byte for byte", points=3, needs="test_added")
def test_every_text(lab, box, clean):
    """Any text goes in and comes out as it is."""
    box.put(STORE, store_of())
    records = {why: said(text, turn) for turn, (why, text) in enumerate(TEXTS.items(), start=1)}
    lab.add(STORE, tuple(records.values()))
    there = {one.id: one.content for one in clean.read_all(STORE)}
    for why, record in records.items():
        got, want = there.get(record.id), record.content
        shown = "missing" if got is None else f"{got[:30]!a}"
        assert got == want, f"{want[:30]!a} in the file, a text with {why}; it is {shown}"


@pytest.mark.task("B6.1", rule="Byte for byte", points=3, needs="test_added")
def test_every_field(lab, box, clean):
    """Fields of later lessons are written too, times with offset."""
    box.put(STORE, store_of())
    lab.add(STORE, (everything(),))
    assert_in_file(clean, (everything(),), "with all that it came with")


@pytest.mark.task("B6.1", rule="All or nothing", points=5, needs="test_added")
def test_stopped_at_any_statement(scenes, box, clean):
    """Stopped at any statement, all records are there or none."""
    box.put(STORE, store_of(BUS))
    batch = (TEA, RUN, CAT)
    taken = scenes.snapshots(STORE, batch)
    assert 0 < taken < 20, f"between one and twenty statements that write; there are {taken}"
    for number in range(1, taken + 1):
        found = len(clean.read_all(f"before-{number}.db")) - 1
        assert found in (0, 3), (
            f"all three or none, stopped before statement {number} of {taken}; {found} are there"
        )
    assert_in_file(clean, (BUS, *batch), "nothing stopped it in the end")


@pytest.mark.task("B6.1", rule="All or nothing", points=5, needs="test_added")
def test_all_or_nothing(lab, box, clean, raises):
    """A failure at any record leaves the store as it was."""
    for place, record in enumerate(FIVE, start=1):
        if record != TEA:
            name = f"fails-{place}.db"
            box.put(name, refusing(record.content, TEA))
            with raises("StoreError", f"the write of record {place} of five fails"):
                lab.add(name, FIVE)
            assert_in_file(clean, (TEA,), f"only what was there, since record {place} of five failed", name)
    # Whoever repaired the cause adds the same batch again.
    box.put(STORE, store_of(TEA))
    assert_ids(lab.add(STORE, FIVE), (HAM, CAT, BUS, RUN), "the batch that had failed, once more")


@pytest.mark.task("B6.1", rule="Its own id", points=5, needs="test_added")
def test_its_own_id(lab, box, clean, raises):
    """A record whose id is not its own is refused."""
    box.put(STORE, store_of(BUS))
    own = TEA.id
    cases = {
        "the first of three records has the id of another one": (replace(TEA, id=HAM.id), RUN, CAT),
        "the last of three records has the id of another one": (RUN, CAT, replace(TEA, id=HAM.id)),
        "the id is in the store, where it names another text": (RUN, replace(TEA, id=BUS.id)),
        "another record of the batch has that id": (RUN, replace(TEA, id=RUN.id)),
        "an id of zeros is not its own": (replace(TEA, id="0" * 64),),
        "an id of f is not its own": (replace(TEA, id="f" * 64),),
        "an empty id is not its own": (replace(TEA, id=""),),
        "half of its own id is not its own": (replace(TEA, id=own[:32]),),
        "the record has the id of the same words from another turn": (replace(TEA, id=said(turn=9).id),),
        "the record has the id of the same words in another scope": (
            replace(TEA, id=said(scope=Scope("ben")).id),
        ),
        "the record has the id of the same words of another type": (
            replace(TEA, id=memory_id(TEA.content, "episodic", ADA, "s1/1")),
        ),
    }
    for why, records in cases.items():
        with raises("StoreError", why):
            lab.add(STORE, records)
        assert_in_file(clean, (BUS,), f"{why}, and nothing is written")


@pytest.mark.task("B6.1", rule="Refused by the table", points=4, needs="test_added")
def test_refused_by_the_table(lab, box, clean, raises):
    """A record that breaks a rule of the table is an error."""
    nobody = Scope("")
    id_of_nobody = memory_id(CAT.content, CAT.type, nobody, CAT.provenance.source_id)
    for why, wrong in {
        "a confidence of 1.5 breaks a rule of the table": replace(CAT, confidence=1.5),
        "an importance of -1 breaks a rule of the table": replace(CAT, importance=-1.0),
        "a record of nobody breaks a rule of the table": replace(CAT, scope=nobody, id=id_of_nobody),
    }.items():
        box.put(STORE, store_of(BUS))
        with raises("StoreError", why):
            lab.add(STORE, (TEA, wrong, RUN))
        assert_in_file(clean, (BUS,), f"{why}, and nothing is written")


@pytest.mark.task("B6.1", rule="Acknowledged", points=5, needs="test_added")
def test_acknowledged(lab, scenes, box, clean):
    """What a call has returned for survives a kill."""
    box.put(STORE, store_of())
    with box.kill_after(1500):
        scenes.then_killed(STORE, ((TEA, RUN), (CAT,), (HAM, BUS)))
    assert_in_file(clean, FIVE, "the process was killed when the last call had returned")
    box.put("busy.db", store_of())
    batches = [tuple(said(f"{letter}{number}", number) for letter in "ab") for number in range(400)]
    waiting, acknowledged = iter(batches), []
    for milliseconds in (20, 60, 300, 1500):
        with box.kill_after(milliseconds):
            for batch in waiting:
                lab.add("busy.db", batch)
                acknowledged += batch
        if acknowledged and milliseconds > 50:
            break
    assert acknowledged, "an answer within 1.5 s"
    there = {record.id for record in clean.read_all("busy.db")}
    lost = sum(record.id not in there for record in acknowledged)
    assert not lost, (
        f"all {len(acknowledged)} acknowledged records in the file after kills; {lost} are missing"
    )


@pytest.mark.task("B6.1", rule="Nothing stays open", points=2, needs="test_added")
def test_nothing_stays_open(lab, box, clean):
    """The one file holds everything, once the call has returned."""
    box.put(STORE, store_of(BUS))
    lab.add(STORE, (TEA, RUN))
    box.put("copy.db", box.fetch(STORE))
    assert_in_file(clean, (BUS, TEA, RUN), "in a copy of the one file, made after the call", "copy.db")


@pytest.mark.task("B6.1", rule="Readers wait for nobody", points=2, needs="test_added")
def test_beside_a_reader(scenes, box, clean):
    """A reader keeps nobody from adding."""
    box.put(STORE, store_of(BUS))
    got = scenes.beside_a_reader(STORE, (TEA, RUN))
    assert got == (1, 1, 3), f"(1, 1, 3), counted before, after, and after the reader began anew; it is {got}"
    assert_in_file(clean, (BUS, TEA, RUN), "added while somebody was reading")


@pytest.mark.task("B6.1", rule="Writers wait", points=3, needs="test_added")
def test_beside_a_writer(scenes, box, clean, raises):
    """It waits for another writer, and as long as it is told."""
    box.put(STORE, store_of(BUS))
    got = scenes.beside_a_writer(STORE, (TEA, RUN), 60, 1.5)
    assert_ids(got, (TEA, RUN), "the other writer was done after 0.06 s, and there were 1.5 s to wait")
    box.put("second.db", store_of(BUS))
    with raises("StoreError", "the other writer was not done within 0.06 s"):
        scenes.beside_a_writer("second.db", (TEA, RUN), 1200, 0.06)
    assert_in_file(clean, (BUS,), "it did not get its turn", "second.db")


@pytest.mark.task("B6.1", rule="Writers wait", points=3, needs="test_added")
def test_overtaken(scenes, box, clean):
    """Another writer that comes first does no harm."""
    box.put(STORE, store_of(BUS))
    got, inside = scenes.overtaken(STORE, (CAT, TEA, RUN), TEA)
    new = (CAT, RUN) if inside else (CAT, TEA, RUN)
    assert_in_file(clean, (BUS, CAT, TEA, RUN), "another writer tried to add one of three just before")
    assert_ids(got, new, f"the other writer was {'' if inside else 'not '}let in before")
    box.put("second.db", store_of(BUS))
    got = scenes.after_a_writer("second.db", (CAT, TEA, RUN), TEA, 60)
    assert_ids(got, (CAT, RUN), "another writer, for whom it waited, had added one of three")
    assert_in_file(clean, (BUS, CAT, TEA, RUN), "two writers added one record both", "second.db")


@pytest.mark.task("B6.1", rule="Refused, and left as it is", points=3, needs="test_added")
def test_add_to_no_store(lab, scenes, box, raises):
    """Nothing is added to what is no store, or a newer one."""
    with raises("StoreError", "there is no such file"):
        lab.add("absent.db", (TEA,))
    left = scenes.files()
    assert left == (), f"no file at all, since there was no store; there is {', '.join(left)}"
    for number, (why, data) in enumerate(unusable().items()):
        if not why.startswith(("the first half", "a store with")):  # which need not show while adding
            with_name = f"file-{number}.db"
            box.put(with_name, data)
            with raises("StoreError", f"this is {why}"):
                lab.add(with_name, (TEA,))
            assert box.fetch(with_name) == data, f"the same bytes as before, for this is {why}; they changed"


@pytest.mark.task("B6.1", rule="An older store", points=2, needs="test_added")
def test_add_to_an_older_store(lab, box, clean):
    """A store of version 1 is brought up to date, and keeps all."""
    box.put(STORE, of_version_1(TEA, RUN))
    assert_ids(lab.add(STORE, (CAT, RUN)), (CAT,), "to a store of version 1 that holds one of the two")
    assert_in_file(clean, (TEA, RUN, CAT), "in a store that was of version 1 and held two")


@pytest.mark.task("B6.1", rule="All or nothing", points=2)
def test_figures_of_adding(figures, expected):
    """Priya's store and the ways of writing come out."""
    for name in ("first", "second"):
        got, want = figures["added"][name], expected["added"][name]
        assert got == want, f"{want} of Priya's records added the {name} time; there are {got}"
    assert figures["failed"] == expected["failed"], (
        f"refused yes and written 0, of a batch with a wrong record; it is {figures['failed']}"
    )
    for row, right in zip(figures["ways"], expected["ways"], strict=True):
        for name in ("said", "found", "again", "unheard"):
            way, want = right["way"], right[name]
            assert row[name] == want, f"{name} {want} in the row {way!r}; it is {row[name]}"


@pytest.mark.task("B6.1", points=3, needs="test_added")
def test_batches_of_a_variant(lab, box, clean, variant, rule, raises):
    """Batches never seen leave what they should."""
    rule("Once")
    box.put(STORE, store_of())
    held = {}
    for batch in variant["batches"]:
        new = {record.id: record for record in reversed(batch) if record.id not in held}
        got = lab.add(STORE, batch)
        want = tuple(dict.fromkeys(record.id for record in batch if record.id in new))
        assert got == want, f"the ids of {len(want)} records that were new; there are {len(got)}"
        held |= new
    rule("Byte for byte")
    for scope in variant["scopes"]:
        mine = [record for record in held.values() if record.scope == scope]
        assert_in_file(clean, mine, "all that was added", scope=scope)
    rule("Its own id")
    with raises("StoreError", "one id is not its own"):
        lab.add(STORE, variant["strange"])
    rule("All or nothing")
    box.put("second.db", refusing(variant["failing"][-2].content))
    with raises("StoreError", "a record cannot be written"):
        lab.add("second.db", variant["failing"])
    assert_in_file(clean, (), "nothing, since a record could not be written", "second.db")


@pytest.mark.task("B6.2", rule="As it was added", points=6)
def test_loaded(lab, box):
    """Every record of the scope comes back, equal to the letter."""
    box.put(STORE, store_of(TEA, RUN, BUS))
    assert_loaded(lab.load(STORE, ADA), (TEA, RUN, BUS), "three were added")
    box.put("second.db", store_of(TEA, everything(), everything(2, status="archived", tier="session")))
    got = lab.load("second.db", ADA)
    archived = everything(2, status="archived", tier="session")
    assert_loaded(got, (TEA, archived, everything()), "whatever their status")
    records = [said(text, turn) for turn, text in enumerate(TEXTS.values(), start=1)]
    box.put("third.db", store_of(*records))
    assert_loaded(lab.load("third.db", ADA), records, "texts of every kind")
    box.put("fourth.db", store_of())
    assert_loaded(lab.load("fourth.db", ADA), (), "nothing was added")


@pytest.mark.task("B6.2", rule="Reading changes nothing", points=3)
def test_reading_changes_nothing(lab, box):
    """It reads the file as it is now, and leaves it like that."""
    box.put(STORE, store_of(TEA))
    lab.load(STORE, ADA)
    assert box.fetch(STORE) == store_of(TEA), "the same bytes in the file after reading; they changed"
    box.put(STORE, store_of(RUN, CAT))
    assert_loaded(lab.load(STORE, ADA), (RUN, CAT), "the file is another one by now")


@pytest.mark.task("B6.2", rule="By moment", points=7)
def test_by_moment(lab, box):
    """They come by the moment of recording, whatever the offset."""
    early = datetime(2026, 3, 14, 9, 30, tzinfo=timezone(timedelta(hours=1)))  # 08:30 in UTC
    late = datetime(2026, 3, 14, 8, 45, tzinfo=UTC)
    later = datetime(2026, 3, 14, 4, 0, tzinfo=timezone(timedelta(hours=-5)))  # 09:00 in UTC
    first, second, third = said("A", 1, at=early), said("B", 2, at=late), said("C", 3, at=later)
    happened = replace(second, happened_at=early - timedelta(days=30))
    moments = [said(f"M{number}", number, at=late + timedelta(microseconds=number)) for number in range(4)]
    moments.sort(key=lambda record: record.recorded_at)
    ties = sorted((said(f"T{number}", number, at=late) for number in range(6)), key=lambda record: record.id)
    zones = sorted((said(f"Z{number}", number, at=late) for number in range(6)), key=lambda record: record.id)
    zones = [
        replace(one, recorded_at=late.astimezone(timezone(timedelta(hours=3 - place))))
        for place, one in enumerate(zones)
    ]
    for number, (why, records) in enumerate(
        {
            "they were added in another order": (
                said("D", 1, at=AT),
                said("E", 2, at=AT + timedelta(days=1)),
            ),
            "the one at 09:30+01:00 was recorded before that at 08:45+00:00": (first, second, third),
            "what counts is when they were recorded, not when it happened": (first, happened),
            "they were recorded within millionths of a second": moments,
            "those of one moment come by id": ties,
            "those of one moment come by id, whatever their offsets": zones,
        }.items()
    ):
        name = f"order-{number}.db"
        box.put(name, store_of(*reversed(records)))
        got, want = [one.content for one in lab.load(name, ADA)], [one.content for one in records]
        assert got == want, f"{want}: {why}; it is {got}"


@pytest.mark.task("B6.2", rule="All three parts", points=7)
def test_all_three_parts(lab, box):
    """A scope is its user, its agent and its session."""
    scopes = {
        Scope("ad%"): "of a user with a percent sign, which stands for nothing else",
        Scope("ada"): "of a user alone",
        Scope("ada", "bot"): "with an agent",
        Scope("ada", "", "s1"): "with a session",
        Scope("ada", "bot", "s1"): "with both",
        Scope("ada", "s1", "bot"): "with both the other way round",
        Scope("bot", "ada"): "of a user called like the agent",
        Scope("ben"): "of somebody else",
        Scope("ada_"): "of a user with an underscore, which stands for nothing else",
        Scope("ADA"): "in capitals, which is somebody else",
        Scope("ada "): "with a blank at the end",
        Scope("ad", "a"): "whose user and agent together have its letters",
        Scope("a", "d", "a"): "whose three parts together have its letters",
        Scope("ada b"): "of a user with a blank in the name",
        Scope("ada", "b"): "whose user and agent have the same with a blank between",
        Scope("ada' OR '1' = '1"): "of a user with quotes in the name",
    }
    records = {scope: said(f"I am {why}", 1, scope) for scope, why in scopes.items()}
    records[Scope("adam")] = said("I am Adam", 1, Scope("adam"))
    box.put(STORE, store_of(*records.values()))
    for scope, why in scopes.items():
        assert_loaded(lab.load(STORE, scope), (records[scope],), f"one was added in the scope {why}")
    nobody = Scope("ada", "bot", "s2")
    assert_loaded(lab.load(STORE, nobody), (), "nothing was added in this scope, another session's")


@pytest.mark.task("B6.2", rule="Readers wait for nobody", points=3)
def test_loaded_beside_a_writer(scenes, box):
    """It reads beside a writer, and sees what was there before."""
    box.put(STORE, store_of(TEA, RUN))
    got, waited = scenes.loaded_beside_a_writer(STORE, ADA, CAT)
    assert_loaded(got, (TEA, RUN), "another process writes a third, and has not committed it")
    assert not waited, "an answer at once; it waited for the writer"


@pytest.mark.task("B6.2", rule="Acknowledged", points=2)
def test_loaded_after_a_crash(lab, box):
    """What stands in the log alone is loaded too."""
    store, log = after_a_crash(TEA, RUN)
    box.put(STORE, store)
    box.put(f"{STORE}-wal", log)
    assert_loaded(lab.load(STORE, ADA), (TEA, RUN), "their writer was killed, and they stand in the log")


@pytest.mark.task("B6.2", rule="Refused, and left as it is", points=4)
def test_load_from_no_store(lab, scenes, box, raises):
    """What is no store, damaged or newer is an error, and stays."""
    with raises("StoreError", "there is no such file"):
        lab.load("absent.db", ADA)
    left = scenes.files()
    assert left == (), f"no file at all, since there was no store; there is {', '.join(left)}"
    for number, (why, data) in enumerate(unusable().items()):
        name = f"file-{number}.db"
        box.put(name, data)
        with raises("StoreError", f"this is {why}"):
            lab.load(name, ADA)
        assert box.fetch(name) == data, f"the same bytes as before, for this is {why}; they changed"


@pytest.mark.task("B6.2", rule="All three parts", points=2)
def test_figures_of_loading(figures, expected):
    """Priya's store is read as it was written."""
    got, want = figures["loaded"], expected["loaded"]
    for name in want:
        assert got[name] == want[name], f"{name} {want[name]} from Priya's store; there are {got[name]}"


@pytest.mark.task("B6.2", points=2)
def test_scopes_of_a_variant(lab, box, variant, rule):
    """Scopes never seen are loaded whole and in order."""
    records = list({record.id: record for batch in variant["batches"] for record in batch}.values())
    box.put(STORE, store_of(*records))
    for scope in variant["scopes"]:
        rule("All three parts")
        mine = sorted(
            (record for record in records if record.scope == scope), key=lambda one: (one.recorded_at, one.id)
        )
        got = lab.load(STORE, scope)
        assert {one.id for one in got} == {one.id for one in mine}, f"the {len(mine)} records of a scope"
        rule("As it was added")
        assert_loaded(got, mine, "as they were added")
        rule("By moment")
        assert [one.id for one in got] == [one.id for one in mine], "the records by moment, then id"
