"""Zip packs: members are read one by one in memory, within limits, and never unpacked onto the disk.

A path such as ``club.zip/la-ferme/scenario.yaml`` names a member. A pack that holds anything a pack of scenarios has no
business to hold is refused as a whole, with the member's name, before a byte of it is used.
"""

import io
import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from playaid import codes
from playaid.diagnostics import Diagnostic, Place, Rejected, Report
from playaid.paths import WINDOWS, regular
from playaid.telling import PlayaidError

PACK_BYTES, MEMBER_BYTES, MEMBERS, FOLDERS, RATIO = 32 << 20, 8 << 20, 200, 2, 100
"""The limits of a pack: its size, that of a member, their number, how deep folders go, and how far a member swells."""

SMALL = 64 << 10
"""A member that is no larger may swell as far as it likes."""

ENTRY = b"PK\x01\x02"
"""How each entry in a pack's directory begins: counted before the directory is read."""

ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst")


def scenarios_in(pack: Path) -> Iterator[Path]:
    """Give the scenarios of a pack, by name. Raises `Rejected` for a pack that cannot be read or has none."""
    with _opened(pack) as archive:
        names = {name for name in archive.namelist() if PurePosixPath(name).name == "scenario.yaml"}
    found = sorted(names)
    if not found:
        raise _refused(pack, "no member is called scenario.yaml")
    yield from (pack / name for name in found)


def has_member(pack: Path, file: Path) -> bool:
    """Tell whether a pack holds a member. Raises `Rejected` for a pack that cannot be read."""
    with _opened(pack) as archive:
        return _name_in(pack, file) in archive.namelist()


def read_member(pack: Path, file: Path) -> bytes:
    """Give the bytes of a member; what the pack says of its size is not believed.

    Raises `Rejected` for a pack or member that cannot be read, `PlayaidError` where there is no such member.
    """
    name = _name_in(pack, file)
    with _opened(pack) as archive:
        try:
            entry = archive.getinfo(name)
        except KeyError:
            raise PlayaidError(f"cannot read {file}: the pack has no {name}", help="look into the pack") from None
        try:
            with archive.open(entry) as stream:
                data = stream.read(MEMBER_BYTES + 1)
                more = stream.read(1)  # to its end, so that its checksum is compared
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
            raise _refused(pack, f"{name} is damaged") from None
    if more or len(data) > MEMBER_BYTES:
        raise _refused(pack, f"{name} is larger than {MEMBER_BYTES >> 20} MB")
    if len(data) != entry.file_size:
        raise _refused(pack, f"{name} has not the size that the pack says")
    if len(data) > SMALL and len(data) > RATIO * max(1, entry.compress_size):
        raise _refused(pack, f"{name} swells to more than {RATIO} times its size")
    return data


def _name_in(pack: Path, file: Path) -> str:
    """Give the name of a member as a pack writes it; what leads out of the pack names none."""
    return os.path.normpath(file.relative_to(pack)).replace(os.sep, "/")


def _opened(pack: Path) -> zipfile.ZipFile:
    """Open a pack all of whose members are in order."""
    data = regular(pack, PACK_BYTES + 1) or b""
    if len(data) > PACK_BYTES:
        raise _refused(pack, f"it is larger than {PACK_BYTES >> 20} MB")
    if data.count(ENTRY) > MEMBERS:
        raise _refused(pack, f"it has more than {MEMBERS} members")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OverflowError, ValueError, OSError):
        raise _refused(pack, "it is no zip file, or one that is damaged or cut off") from None
    reason = _wrong(archive.infolist())
    if reason:
        archive.close()
        raise _refused(pack, reason)
    return archive


def _wrong(entries: list[zipfile.ZipInfo]) -> str:
    """Say what no pack of scenarios may hold; empty when all is well."""
    seen: dict[str, str] = {}
    whole = 0
    for entry in entries:
        # Under the name that was written: zipfile cuts names at a NUL and turns backslashes round.
        reason = _wrong_name(entry.orig_filename) or _wrong_entry(entry)
        if reason:
            return f"{entry.orig_filename} {reason}"
        alike = unicodedata.normalize("NFC", entry.orig_filename).casefold().rstrip("/")
        if alike in seen:
            return f"{seen[alike]} and {entry.orig_filename} are one file on some computers"
        seen[alike] = entry.orig_filename
        whole += entry.file_size
    return f"its members are larger than {PACK_BYTES >> 20} MB together" if whole > PACK_BYTES else ""


def _wrong_name(name: str) -> str:
    parts = name.removesuffix("/").split("/")
    if name.startswith("/") or "\\" in name or ":" in name or ".." in parts:
        return "leads out of the pack"
    if "" in parts or "." in parts or not name.isprintable():
        return "is no name of a file"
    if any(part.partition(".")[0].casefold() in WINDOWS or part != part.rstrip(" .") for part in parts):
        return "is no name of a file on Windows"
    if len(parts) - (not name.endswith("/")) > FOLDERS:
        return f"lies deeper than {FOLDERS} folders"
    if name.lower().endswith(ARCHIVES):
        return "is a pack within the pack"
    return ""


def _wrong_entry(entry: zipfile.ZipInfo) -> str:
    mode = entry.external_attr >> 16
    if entry.flag_bits & 0x1:
        return "is encrypted"
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not read here"
    return f"is larger than {MEMBER_BYTES >> 20} MB" if entry.file_size > MEMBER_BYTES else ""


def _refused(pack: Path, message: str) -> Rejected:
    code = codes.BAD_PACK
    said = Diagnostic(code=code, severity=code.severity, message=message, place=Place(file=pack), help=code.advice)
    return Rejected(Report((said,)))
