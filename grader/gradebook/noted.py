"""What an instructor is told of a run besides the grades: who is new, whose mark is another, who was left."""

from dataclasses import dataclass, field

from grader.gradebook.changes import Change


@dataclass
class Noted:
    """Students by name, in no order.

    new: judged for the first time.  anew: handed in something else than before.  regraded: judged once more.
    older: keep a grade that an earlier version of course or grader gave.
    outdated: what lies there was judged before and then replaced by something newer, which counts.
    absent: in the gradebook, and not among these submissions.
    """

    new: list[str] = field(default_factory=list)
    anew: list[Change] = field(default_factory=list)
    regraded: list[Change] = field(default_factory=list)
    older: list[str] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
