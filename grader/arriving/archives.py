"""An archive that was handed in, opened in memory: nothing of it is ever laid onto the disk.

Whatever its maker may have meant by it, an archive with a name that leads out of it, a link, a device, or
more in it than a lab needs is refused whole, in one sentence.
"""

import gzip
import io
import math
import re
import stat
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import IO, cast

from grader.arriving.sources import NOTEBOOK_BYTES, SUFFIXES, UnreadableError

ARCHIVE_BYTES = 20_000_000
UNPACKED_BYTES = 200_000_000
MOST_FILES = 2_000
NAME_CHARACTERS = 500
ZIP = ".zip"
TARS = (".tar.gz", ".tgz", ".tar")
# What others pack with, and what we do not open.
CLOSED = (".rar", ".7z", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst")
# Others may ask for gigabytes before they unpack a byte.
GZIP = b"\x1f\x8b"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

INSTEAD = "hand in lab.py itself"
_ENCRYPTED = 0x1
_EXTENDED_TIME = 0x5455
_DRIVE = re.compile(r"^[A-Za-z]:")
_PIECE_BYTES = 1 << 16
# A header of tar that is longer than names are. tarfile takes very long over a long number in it.
_HEADER_BYTES = 1 << 16
_LONG_NUMBER = re.compile(rb"\d{40}")


@dataclass(frozen=True, slots=True)
class Member:
    """A plain file of an archive; its `name` has plain parts with "/" between them.

    changed: in seconds since the epoch. Times in a .zip have no zone and are taken for those of the zone that
    is given, else UTC, unless whoever packed it has written the time of the world beside (the extended
    timestamp).
    """

    name: str
    size: int
    changed: float
    read: partial[bytes]


def is_archive(name: str) -> bool:
    """Whether it is called as an archive is, also one that is not opened."""
    return name.lower().endswith((ZIP, *TARS, *CLOSED))


def is_opened(name: str) -> bool:
    """Whether it is called as an archive is that is opened."""
    return name.lower().endswith((ZIP, *TARS))


def stem_of(name: str) -> str:
    """The name without the ending of an archive."""
    ending = next(ending for ending in (ZIP, *TARS, *CLOSED) if name.lower().endswith(ending))
    return name[: -len(ending)]


def opened(name: str, data: bytes) -> list[Member]:
    """The plain files in an archive of one student, in its order.

    name: how sentences call it.  Raises UnreadableError.
    """
    kind = next((kind for kind in (ZIP, *TARS) if name.lower().endswith(kind)), "")
    if not kind:
        raise UnreadableError(f"{name} is an archive that is not opened here; {INSTEAD}, or a .zip of it")
    if not data:
        raise UnreadableError(f"{name} is empty; {INSTEAD}, or a .zip of it")
    if kind == ZIP:
        return _unzipped(name, data)
    try:
        return list(_untarred(name, data))
    except UnreadableError:
        raise
    except Exception as error:  # tarfile and zlib have many, and nobody's archive may end the grading of all
        raise UnreadableError(f"{name} is a broken archive; pack it anew, or {INSTEAD}") from error


def _unzipped(name: str, data: bytes) -> list[Member]:
    if not data.startswith((b"PK\3\4", b"PK\5\6")):
        raise UnreadableError(f"{name} is no .zip, whatever it is called; {INSTEAD}, or a .zip of it")
    if data.count(b"PK\1\2") > MOST_FILES:  # before any of them is looked at
        raise _too_many(name)
    archive = zip_of(name, io.BytesIO(data))
    members = checked(name, archive, ((info, named(name, info)) for info in archive.infolist()))
    if not members:
        raise UnreadableError(f"{name} is empty; {INSTEAD}, or a .zip of it")
    return members


def zip_of(name: str, file: IO[bytes] | Path) -> zipfile.ZipFile:
    """The .zip in this file; raises UnreadableError if it cannot be opened."""
    try:
        return zipfile.ZipFile(file)
    except Exception as error:  # zipfile has many, and nobody's archive may end the grading of all
        raise UnreadableError(f"{name} is a broken archive; pack it anew, or {INSTEAD}") from error


def named(archive: str, info: zipfile.ZipInfo) -> str:
    """The plain name of a member; raises UnreadableError for one that leads out of the archive."""
    return _plain_name(archive, info.orig_filename)


def _plain_name(archive: str, name: str) -> str:
    r"""Some systems write "\" between the parts of a name."""
    if len(name) > NAME_CHARACTERS:
        raise UnreadableError(f"{archive} holds a name of {len(name):,} characters; {INSTEAD}")
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or _DRIVE.match(name) or ".." in parts or "\0" in name:
        raise UnreadableError(f"{archive} holds {name!r}, a name that leads out of it; {INSTEAD}")
    return "/".join(part for part in parts if part not in ("", "."))


def checked(
    archive: str,
    opened: zipfile.ZipFile,
    members: Iterable[tuple[zipfile.ZipInfo, str]],
    zone: tzinfo = UTC,
) -> list[Member]:
    """The plain files among these members of a .zip, of which there may be as many as one student hands in.

    Raises UnreadableError if they are too many or too large, or if one cannot be read or is no plain file.
    """
    checked: dict[str, Member] = {}
    unpacked = 0
    for count, (info, name) in enumerate(members, start=1):
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise _odd(archive, name)
        if count > MOST_FILES:
            raise _too_many(archive)
        if info.is_dir() or kind == stat.S_IFDIR:
            continue
        unpacked += info.file_size
        if unpacked > UNPACKED_BYTES:
            raise _too_large(archive)
        if info.flag_bits & _ENCRYPTED:
            raise UnreadableError(f"{archive} has a password; {INSTEAD}, or a .zip without one")
        if info.compress_type not in METHODS:
            raise UnreadableError(f"{archive} is packed in an unusual way; {INSTEAD}, or a plain .zip")
        if name in checked:
            raise _twice(archive, name)
        content = partial(_read, archive, opened, info)
        checked[name] = Member(name, info.file_size, _time_of(info, zone), content)
    return list(checked.values())


def _read(archive: str, opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    try:
        return opened.read(info)  # never more than it says of itself
    except Exception as error:  # zipfile and zlib have many
        raise UnreadableError(f"{archive} is a broken archive; pack it anew, or {INSTEAD}") from error


def _time_of(info: zipfile.ZipInfo, zone: tzinfo) -> float:
    extra = info.extra
    with suppress(struct.error):
        while len(extra) >= 4:
            kind, size = struct.unpack_from("<HH", extra)
            if kind == _EXTENDED_TIME and size >= 5 and extra[4] & 1:
                return float(struct.unpack_from("<i", extra, 5)[0])
            extra = extra[4 + size :]
    with suppress(ValueError, OverflowError):
        return datetime(*info.date_time, tzinfo=zone).timestamp()
    return 0.0


class _Forward:
    """What a tar is read from: forward only, so that no header leads in a circle, and not for ever."""

    def __init__(self, archive: str, stream: IO[bytes]) -> None:
        self._archive = archive
        self._stream = stream
        self._at = 0

    def tell(self) -> int:
        return self._at

    def seek(self, place: int) -> None:
        while self._at < place and self._piece(min(place - self._at, _PIECE_BYTES)):
            pass

    def read(self, size: int) -> bytes:
        """What tarfile reads: headers."""
        if not 0 <= size <= _HEADER_BYTES:
            raise tarfile.ReadError("no header is that long")
        header = self._piece(size)
        if size > tarfile.BLOCKSIZE and _LONG_NUMBER.search(header):
            raise tarfile.ReadError("no header holds that number")
        return header

    def content(self, size: int) -> bytes:
        """What a member holds."""
        pieces = []
        while size > 0 and (piece := self._piece(min(size, _PIECE_BYTES))):
            pieces.append(piece)
            size -= len(piece)
        if size:
            raise tarfile.ReadError("cut off")
        return b"".join(pieces)

    def _piece(self, size: int) -> bytes:
        piece = self._stream.read(size)
        self._at += len(piece)
        if self._at > UNPACKED_BYTES:
            raise _too_large(self._archive)
        return piece


def _untarred(name: str, data: bytes) -> Iterator[Member]:
    packed = io.BytesIO(data)
    is_packed = data.startswith(GZIP)
    stream = _Forward(name, cast(IO[bytes], gzip.GzipFile(fileobj=packed)) if is_packed else packed)
    seen: set[str] = set()
    count = 0
    tar = tarfile.TarFile(fileobj=stream, mode="r", errorlevel=2)  # type: ignore[arg-type]
    while (member := tar.next()) is not None:
        count += 1
        inside = _plain_name(name, member.name)
        if not (member.isreg() or member.isdir()) or member.issparse():
            raise _odd(name, inside)
        if count > MOST_FILES:
            raise _too_many(name)
        if member.size < 0:
            raise tarfile.ReadError("less than nothing")
        if member.isdir():
            continue
        if inside in seen:
            raise _twice(name, inside)
        seen.add(inside)
        held = b""
        if inside.endswith(SUFFIXES) and member.size <= NOTEBOOK_BYTES:
            held = stream.content(member.size)
        time = float(member.mtime) if math.isfinite(member.mtime) else 0.0
        yield Member(inside, member.size, time, partial(bytes, held))
    if not count:
        raise UnreadableError(f"{name} is empty; {INSTEAD}, or a .zip of it")


def _odd(archive: str, name: str) -> UnreadableError:
    return UnreadableError(f"{archive} holds {name}, which is no plain file; {INSTEAD}, or a .zip without it")


def _too_many(archive: str) -> UnreadableError:
    return UnreadableError(f"{archive} holds more than {MOST_FILES:,} files; {INSTEAD}")


def _too_large(archive: str) -> UnreadableError:
    return UnreadableError(f"{archive} holds more than {UNPACKED_BYTES // 1_000_000} MB; {INSTEAD}")


def _twice(archive: str, name: str) -> UnreadableError:
    return UnreadableError(f"{archive} holds {name} twice; {INSTEAD}, or a .zip of it")
