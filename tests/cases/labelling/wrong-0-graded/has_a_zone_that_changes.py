"""Labels with a time whose zone is somewhere when it is looked at, and nowhere when it is written down."""

from datetime import timedelta, tzinfo

from toybox.labels import Label


class Zone(tzinfo):
    asked = 0

    def utcoffset(self, when):
        self.asked += 1
        return timedelta() if self.asked == 1 else None


def label(words, seen_at):
    return Label("b", 2, seen_at.replace(tzinfo=Zone())) if words else None
