"""Cues: the phrases by which a sentence is told to be a fact, an event or a procedure.

They are plain data, so that everyone can see why a sentence was written down, and change it. These are
English; another language brings a `Cues` of its own.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases that tell what a sentence is, by the type that they tell.

    A `*` stands for the rest of a word, or alone for one word; a `^` in front binds a phrase to the start.
    """

    semantic: tuple[str, ...]
    episodic: tuple[str, ...]
    procedural: tuple[str, ...]


def phrases(table: str) -> tuple[str, ...]:
    """Read a table: phrases with commas between them, on as many lines as they take.

    >>> phrases(" i am, my * is, ^when ")
    ('i am', 'my * is', '^when')
    """
    read = (" ".join(phrase.split()) for phrase in table.split(","))
    return tuple(phrase for phrase in read if phrase)


DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = "january february march april may june july august september october november december".split()

CUES = Cues(
    semantic=phrases(
        """
        i am, i'm, i have, i've got, i've been, i have been, i've never, i have never, i've always,
        i own, i live, i work, i prefer, i like, i love, i hate, i dislike, i enjoy, i can't,
        i cannot, i can only, i don't, i do not, i never, i always, i usually, i often, i tend to,
        i speak, i use, i drink, i eat, i play, i teach, i study, i sing, i cook, i grow, i write,
        i run, i train, i wear, i sleep, i wake, i get up, i grew up, i come from, i was born,
        i believe, i trust, i know, i want, i need, i keep, i report to, i lead, i share, i follow,
        i belong to, i rely on, i'd rather, i would rather, i hope to, i plan to, i no longer,
        call me, i approve, i rent, i pay, i take, i go to, i work from, i ride, i drive, i swim,
        i walk, i fish, i paint, i collect, i support, i volunteer, i suffer, i consider, i think,
        i find, i avoid, i refuse, i manage, i look after, i depend on, i insist, i'm not, i am not,
        we live, we have, we use, we own, we keep, we don't, we never, we always, we rent, we speak,
        we pay, we share, we meet, we work, we eat, we drink, we prefer, we like, we love, we sell,
        we need, they need, we make, we run, we close, we open, we only, we can't, we cannot,
        our * is, our * are, our * has, my name, my favourite, my * is, my * are, my * has, my * * is,
        my * * are, my * lives, my * works, my * likes, my * plays, my * speaks, my * runs,
        my * teaches, my * studies, my * needs, my * prefers, my * loves, my * hates, my * doesn't,
        my * can't, they are, the * is, the * are, the * has, the * have, the * * is, the * * are,
        the * * has, the * * have, our * * is, our * * are, our * * has, our * * have, my * * * is,
        my * * * are, my * * * has, my * * * have, his * is, his * are, his * has, his * have,
        her * is, her * are, her * has, her * have, their * is, their * are, their * has,
        their * have, your * is, your * are, your * has, your * have, my * * has, my * * have,
        our * have, my * * can't, our * can't, my * * doesn't, our * doesn't, my * * don't,
        our * don't, there is a, there is no, there are no,
        never, must not, must never, may not, not allowed, is allowed, do not, don't ever, isn't,
        aren't, doesn't, won't, you may, has my approval, no longer, most days, is the only,
        are the only, most of, ^no, ^only, on no account, under no circumstances, is banned,
        are banned, is forbidden, are forbidden, off limits, at most, at least, no more than,
        not more than,
        for years, at weekends, on weekends, on weekdays, twice a week, once a week, every day,
        every week, every month, every year, every other, every monday, every tuesday,
        every wednesday, every thursday, every friday, every saturday, every sunday, on mondays,
        on tuesdays, on wednesdays, on thursdays, on fridays, on saturdays, on sundays, everyone in,
        everybody in,
        allergic, allergy, intolerant, vegetarian, vegan, likes, dislikes, prefers, plays, speaks,
        keeps, owns, knows, hates, loves, enjoys, wants, collects, takes, costs, opens, closes, holds,
        serves, sleeps, wakes, eats, drinks, wears, uses, needs, reads, writes, drives, rides, rents,
        earns, pays, studies, teaches, trains, sings, cooks, grows, breeds, makes, works, lives, runs,
        belongs, commutes, handles, manages, leads, suffers, snores, smokes, refuses, insists,
        believes, hopes, thinks, understands, remembers, forgets, hears, walks, swims, fishes, paints,
        sews, knits, repairs, sells, buys, delivers, charges, stays, comes, goes, starts, ends, means,
        expires, ^allergic, ^vegetarian, ^married, ^retired, ^divorced,
        is my, are my, he is, she is, he has, she has, birthday is, number is, sees her, sees his,
        works at, works for, works as, works in, lives in, lives with, belongs to, reports to,
        goes by, is short for, is called, also called, stands for, makes me, gives me,
        is fine with me, is a, is an, is made of, is married, is based in, is in charge,
        are in charge, is responsible, is closed, are closed, is open, are open, can't stand,
        cannot stand, can't eat, can't hear, can't see, can't swim, can't drive, looks after,
        looked after by, takes care of, in common with, is short of, short for, afraid of, scared of,
        fond of, good at, bad at, used to, nobody in, half of, none of, all of our, all of my,
        each of, both of,
        """
    ),
    episodic=(
        *(f"{when} {day}" for day in DAYS for when in ("on", "last", "this", "next", "this coming")),
        *(
            phrase.format(month)
            for month in MONTHS
            for phrase in ("on * {}", "on {} *", "last {}", "next {}")
        ),
        *phrases(
            """
            yesterday, today, tonight, tomorrow, this morning, this afternoon, this evening, last night,
            last week, last weekend, last month, last year, last spring, last summer, last autumn,
            last winter, next week, next month, this week, days ago, weeks ago, months ago, years ago,
            an hour ago, a week ago, a month ago, a year ago, the other day, just now, when i was,
            back in, on the *th, on the *st, on the *nd, on the *rd, this weekend, next weekend,
            next year, this summer, this autumn, this winter, this spring, next summer, next autumn,
            next winter, next spring, tomorrow morning, tomorrow evening, the day before yesterday,
            the day after tomorrow, a while ago, long ago, minutes ago, hours ago, earlier today,
            earlier this week, earlier this year, in the end, at last, for the first time,
            is flying, is coming, is moving, is arriving, is visiting, is getting married, is starting,
            is leaving, is due on, is due to, are flying, are coming, are moving, are arriving,
            are visiting, are getting married, are starting, are leaving, are due on, are due to,
            i'm flying, i'm moving, i'm leaving, i'm starting, i'm visiting, i'm seeing, i'm having,
            i'm getting, i am flying, i am moving, i am leaving, i am starting, i am visiting,
            i am seeing, i am having, i am getting, we're flying, we're moving, we're leaving,
            we're starting, we're visiting, we're seeing, we're having, we're getting, we are flying,
            we are moving, we are leaving, we are starting, we are visiting, we are seeing, we are having,
            we are getting, gets delivered, get delivered,
            ^changed, ^moved, ^started, ^bought, ^sold, ^went, ^saw, ^met, ^got, ^had, ^lost, ^found,
            ^finished, ^passed, ^broke, ^visited, ^signed, ^quit, ^joined, ^booked, ^missed, ^dropped,
            ^tried, ^ran, ^came, ^made, ^took,
            has just, have just, i've just, i *ed, he *ed, she *ed, they *ed, we *ed, it *ed, my * *ed,
            was *ed, were *ed, got *ed, has *ed, have *ed, was, were, went, came, took, had, got, gave,
            told, said, broke, fell, lost, won, found, left, met, saw, began, bought, sold, spent, caught,
            brought, sent, flew, drove, wrote, spoke, ate, chose, quit, forgot, paid, heard, fell through,
            was cancelled, was delayed, it took, i made, we made, i ran, we ran, i read, has been *ed,
            have been *ed, has been cancelled, was born, were born, passed away, gave birth, took place,
            turned out,
            """
        ),
    ),
    procedural=phrases(
        """
        ^when, ^whenever, ^if, ^before, ^after, ^once, ^always, ^each time, ^every time, ^as soon as,
        ^should, ^first, ^unless, ^until, ^while, ^in case, ^to *, ^for *ing, ^never * before,
        ^on weekdays *,
        whenever, every time, each time, when you *, when i ask, when i say, before you *,
        before *ing, after *ing, once you *, if you *, by default, as soon as, unless i, unless you,
        until i, if i *, if it *, if the *, if a *, if someone, if somebody, if anyone, if anybody,
        by *ing, without *ing, every time you, each time you,
        start by, start with, begin with, begin by, end with, finish with, and then, make sure,
        remember to, from now on, always put, always use, always write, always ask, always check,
        the steps, in that order, step by step, the way to, and only then, then you, you finish,
        you start, like this, as follows, in this order, one by one, must be *ed, has to be *ed,
        have to be *ed, needs to be *ed, need to be *ed, should be *ed, is to be *ed, are to be *ed,
        goes first, comes first, goes last, comes last, always answer, always begin, always end,
        always start, always send, always tell, always add, always leave, always round, always give,
        always keep, and after that, and finally, step one, the trick is, the rule is, the routine is,
        the procedure is,
        """
    ),
)


def fitting(table: Sequence[str], sentence: str) -> tuple[str, ...]:
    """Find the cues of a table that a sentence holds, in the order of the table.

    A cue stands there as whole words, whatever their case, accents or apostrophes; between two of its words
    there may be blanks and commas.

    >>> fitting(("i live", "my * is", "i *ed"), "My sister is a vet; since May, I live with her.")
    ('i live', 'my * is')
    >>> fitting(("^when",), "When it rains, close up."), fitting(("^when",), "Close up when it rains.")
    (('^when',), ())
    """
    said = unicodedata.normalize("NFC", sentence).casefold().replace("’", "'")
    return tuple(
        cue for cue, literal, pattern in _sought(tuple(table)) if literal in said and pattern.search(said)
    )


def specificity(cue: str) -> int:
    """Count the letters of a cue, which a sentence has to hold: all but its blanks and the marks `*` and `^`.

    >>> specificity("i live"), specificity("^when"), specificity("my * is")
    (5, 4, 4)
    """
    return len(re.sub(r"[\s*^]", "", cue))


@lru_cache(maxsize=16)
def _sought(table: tuple[str, ...]) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Each cue with its longest word, which is looked for first and seldom found, and its pattern."""
    return tuple((cue, max(re.split(r"[*\s^]+", cue), key=len), _pattern(cue)) for cue in table)


def _pattern(cue: str) -> re.Pattern[str]:
    words = (re.escape(word).replace(r"\*", r"[\w'-]+") for word in cue.removeprefix("^").split())
    start = r"^\W*" if cue.startswith("^") else r"(?<![\w'-])"
    return re.compile(start + r"[\s,]+".join(words) + r"(?![\w'-])")
