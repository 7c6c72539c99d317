"""Labels with a time of a zone that loops when it is asked how far away it is."""

from datetime import tzinfo

from toybox.labels import Label


class Zone(tzinfo):
    def utcoffset(self, when):
        while True:
            pass


def label(words, seen_at):
    return Label("b", 2, seen_at.replace(tzinfo=Zone())) if words else None
