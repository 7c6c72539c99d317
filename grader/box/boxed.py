"""The caller for submissions: one box for each, and another one if the submission has ended its process."""

import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from grader.box.box import Box
from grader.box.boxes import Boxes
from grader.calls import frames, scratch
from grader.calls.caller import Frame, Killed, Reply
from grader.calls.calling import TOO_LARGE, TOO_SLOW
from grader.calls.killing import cut_off
from grader.limits import (
    CALL_SECONDS,
    GRACE_SECONDS,
    MESSAGE_CHARACTERS,
    NAME_CHARACTERS,
    PRINTED_CHARACTERS,
)

ENDED = "ended its process instead of returning"


class Boxed:
    """Calls the functions of one submission in a box; see `grader.calls.caller`."""

    def __init__(
        self,
        boxes: Boxes,
        clean: Boxes,
        source: str,
        file: str,
        *,
        problem: str = "",
    ) -> None:
        """boxes: where the submission's come from.  clean: where those come from that it never sees.

        source: the text of the submission.  file: how messages name it.
        problem: why there is no text, as a sentence for the learner; then it cannot be loaded.
        """
        self.file = file
        self._boxes = boxes
        self._clean_boxes = clean
        self._source = msgspec.json.encode((file, source))
        self._lines = io.StringIO(source).readlines()
        self._problem = problem
        self._box: Box | None = None
        self._clean: Box | None = None
        self._number = 0
        self._doomed = False
        self._loaded = Reply("returned")
        self._answered = False

    def load(self) -> Reply:
        if self._problem:
            return Reply("unusable", message=self._problem)
        self._box, self._answered = self._boxes.open(), False
        reply = self._ask(self._box, "", self._source)
        if reply.outcome == "unusable":
            # Why there is nothing to load is for us to say: that sentence stands in grades.csv as it is.
            reply = Reply("ended", message=ENDED, seconds=reply.seconds)
        self._loaded = reply
        return reply

    def start_anew(self) -> Reply:
        self._running.close()
        return self.load()

    def call(self, function: str, arguments: bytes) -> Reply:
        if self._doomed and not self._running.alive:
            raise Killed
        try:
            return self._called(function, arguments)
        except frames.Unread:
            # It ended after its last answer, and that could not be seen yet: this call is not to blame.
            return self._called(function, arguments)

    def _called(self, function: str, arguments: bytes) -> Reply:
        spent = self._revive()
        if self._loaded.outcome != "returned":
            return self._loaded
        reply = self._ask(self._running, function, arguments, answered=self._answered)
        self._answered = True
        return replace(reply, seconds=reply.seconds + spent)

    def clean(self, function: str, arguments: bytes) -> Reply:
        if self._clean is None:
            self._clean = self._clean_boxes.open()
        scratch.empty(self._clean.scratch)
        scratch.put(self._clean.scratch, self.fetch(), self._clean.owner)
        reply = self._ask(self._clean, function, arguments)
        if not self._clean.alive:
            self._clean.close()
            self._clean = None
        return reply

    def empty_scratch(self) -> None:
        if not scratch.empty(self._running.scratch):
            self._running.close()
            self.load()

    def put(self, files: Mapping[str, bytes]) -> None:
        scratch.put(self._running.scratch, files, self._running.owner)

    def fetch(self) -> dict[str, bytes]:
        return scratch.fetch(self._running.scratch)

    @contextmanager
    def kill_after(self, milliseconds: float) -> Iterator[None]:
        self._revive()
        self._doomed = True
        try:
            with cut_off(self._running.stop, milliseconds):
                yield
        finally:
            self._doomed = False
            self._running.kill()

    def close(self) -> None:
        for box in (self._box, self._clean):
            if box is not None:
                box.close()
        self._box = self._clean = None

    @property
    def _running(self) -> Box:
        assert self._box is not None, "the submission is loaded first"
        return self._box

    def _revive(self) -> float:
        """Start again where the submission ended its process; its files stay.

        Returns the seconds that loading it took, which are the submission's as well.
        """
        before = self._running
        if before.alive:
            return 0.0
        try:
            files = scratch.fetch(before.scratch)
            before.close()
            self.load()
            self.put(files)
        except scratch.ScratchError as error:
            self._loaded = Reply("unusable", message=str(error))
        return self._loaded.seconds

    def _ask(self, box: Box, function: str, arguments: bytes, *, answered: bool = False) -> Reply:
        """Ask a box; raises Unread if it has answered a call before and did not read this one."""
        self._number += 1
        begun = time.monotonic()
        try:
            request = frames.Request(self._number, function, msgspec.Raw(arguments))
            answer = box.ask(request, CALL_SECONDS + GRACE_SECONDS)
            return self._believed(frames.reply(answer, time.monotonic() - begun))
        except frames.Late:
            box.kill()
            return Reply("over limit", message=TOO_SLOW, seconds=time.monotonic() - begun)
        except (frames.Ended, frames.FrameError) as error:
            box.kill()
            if self._doomed:
                raise Killed from None
            if answered and isinstance(error, frames.Unread):
                raise
            return Reply("ended", message=ENDED, seconds=time.monotonic() - begun)

    def _believed(self, reply: Reply) -> Reply:
        """A reply, of which only what it answers is the submission's to say.

        What ended a call is one of few sentences, a line of code is what stands in the file: these come into
        feedback, where nothing of a private case may be.
        """
        message = reply.message[:MESSAGE_CHARACTERS]
        if reply.outcome == "over limit":
            message = message if message in (TOO_SLOW, TOO_LARGE) else TOO_SLOW
        elif reply.outcome == "ended":
            message = ENDED
        return replace(
            reply,
            error=reply.error[:NAME_CHARACTERS],
            message=message,
            frames=tuple(
                Frame(frame.line, self._lines[frame.line - 1].strip()[:MESSAGE_CHARACTERS])
                for frame in reply.frames
                if 0 < frame.line <= len(self._lines)
            ),
            changed=tuple(name[:NAME_CHARACTERS] for name in reply.changed),
            printed=reply.printed[:PRINTED_CHARACTERS],
        )
