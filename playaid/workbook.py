"""Sheets of XLSX files as rows of plain text. openpyxl reads them; it is an extra, not a dependency.

A workbook is a zip of XML and may be hostile: its size, parts and elements are counted before openpyxl sees it, and
documents that define entities are refused. No formula is calculated and nothing outside the file is followed.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from io import BytesIO
from typing import Any

from playaid.telling import PlayaidError

WANTED = "units"
"""The sheet of this name is read, else the first one."""

LONGEST, WIDEST = 1_000, 40
"""No unit list has more."""

PARTS, UNZIPPED, CELLS, OTHERS, FORMAT = 300, 4 << 20, 40_000, 6_000, 1_000
"""Limits: files in the zip, their bytes, elements of sheets and texts, of all else, characters of a number format."""

ALONE = "copy the units into a workbook of their own"

OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""How an .xls file begins, and a workbook with a password."""

_BEFORE_XML = b"\0\xef\xbb\xbf\xfe\xff \t\r\n"
"""Byte order marks of all kinds and white space."""

_LONG_FORMAT = re.compile(rb"""formatCode\s*=\s*(?:"[^"]{%d}|'[^']{%d})""" % (FORMAT, FORMAT))


class NoWorkbook(ValueError):
    """The file cannot be read as a workbook; the message says why, `help` what to do."""

    def __init__(self, said: str, help: str = "save it anew as .xlsx, or as CSV") -> None:
        """Keep both texts."""
        super().__init__(said)
        self.help = help


class NoText(str):
    """What stands in the place of a cell that has no text to read: it says why."""

    __slots__ = ()


Rows = list[tuple[int, list[str]]]


def workbook_rows(data: bytes) -> Rows:
    """Give the rows of the sheet with the units, each with its number; a `NoText` where a cell has no plain value.

    Raises `NoWorkbook` for what is none, `PlayaidError` where the extra is not installed.
    """
    _refuse_hostile(data)
    read = _reader()
    try:
        return list(_rows(read, data))
    except NoWorkbook:
        raise
    except Exception as error:  # a damaged workbook raises whatever openpyxl happened to do with it
        raise NoWorkbook(f"the workbook is damaged ({type(error).__name__})") from None


def _reader() -> Any:
    try:
        from openpyxl import load_workbook
    except ImportError:
        help = 'install it with: pip install "playaid[xlsx]", or save the sheet as CSV and name that'
        raise PlayaidError("reading .xlsx needs openpyxl, which is not installed", exit_code=2, help=help) from None
    return load_workbook


def _refuse_hostile(data: bytes) -> None:
    """Raise `NoWorkbook` for what is no zip of harmless size whose XML defines no entities."""
    if data.startswith(OLD_OFFICE):
        help = "save it as .xlsx, without a password"
        raise NoWorkbook("this is an old .xls file or a workbook with a password", help)
    try:
        with zipfile.ZipFile(BytesIO(data)) as pack:
            _refuse_large(pack)
            _refuse_full({part.filename: _elements(pack.read(part)) for part in pack.infolist()})
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        if isinstance(error, NoWorkbook):
            raise
        raise NoWorkbook("this is no workbook, or a damaged one") from None


def _refuse_large(pack: zipfile.ZipFile) -> None:
    """Judge by the zip's own list: `zipfile` unpacks no more of a part than that says."""
    parts = pack.infolist()
    if len(parts) > PARTS or sum(part.file_size for part in parts) > UNZIPPED:
        raise NoWorkbook(f"unpacked, the workbook is larger than {UNZIPPED >> 20} MB", ALONE)
    if any(part.flag_bits & 1 for part in parts):
        raise NoWorkbook("the workbook has a password", "save it without one")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise NoWorkbook("the workbook is packed in a way that offices do not use")


def _refuse_full(elements: Mapping[str, int]) -> None:
    """Judge by the elements of each part: they cost openpyxl time."""
    cells = sum(count for name, count in elements.items() if re.search("worksheets/|sharedStrings", name))
    if cells > CELLS or sum(elements.values()) - cells > OTHERS:
        raise NoWorkbook("the workbook holds more than a unit list", ALONE)


def _elements(part: bytes) -> int:
    """Count the elements of a part. Raises `NoWorkbook` for entities, and for encodings that could hide them."""
    if not part.lstrip(_BEFORE_XML).startswith(b"<"):
        return 0
    if b"\0" in part or part[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NoWorkbook("the workbook is not written in UTF-8")
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise NoWorkbook("the workbook defines entities, which no office writes")
    if _LONG_FORMAT.search(part):
        raise NoWorkbook("the workbook has a number format that no office writes")
    return part.count(b"<") - part.count(b"</")


def _rows(read: Any, data: bytes) -> Iterator[tuple[int, list[str]]]:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are about looks and extensions, which are not read
        book = read(BytesIO(data), read_only=True, keep_links=False)
        sheets = book.worksheets
        if not sheets:
            raise NoWorkbook("the workbook has no sheet")
        sheet = next((sheet for sheet in sheets if sheet.title.strip().casefold() == WANTED), sheets[0])
        sheet.reset_dimensions()  # what a file says of its own size is not believed
        for number, row in enumerate(sheet.iter_rows(max_row=LONGEST + 1, max_col=WIDEST + 1), 1):
            cells = [_text(cell) for cell in row]
            if number > LONGEST and any(cells):
                raise NoWorkbook(f"the sheet has more than {LONGEST} rows")
            if any(cells[WIDEST:]):
                raise NoWorkbook(f"the sheet has more than {WIDEST} columns")
            yield number, cells


def _text(cell: Any) -> str:
    """Give a cell as a person would have typed it into a text file."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        return NoText("the cell holds a formula, which is not calculated; put its value there")
    if cell.data_type == "e":
        return NoText(f"the cell holds the error {str(value)[:20]}")
    if isinstance(value, bool):
        return NoText("the cell holds a yes or no; format the column as text and type it anew")
    if isinstance(value, (int, float)):
        return _digits(value)
    if isinstance(value, str):
        return value
    return NoText("the cell holds a date or time; format the column as text and type it anew")


def _digits(value: float) -> str:
    """Write a number without an exponent: the shortest digits that are that number, as the sheet shows them."""
    text = f"{Decimal(repr(value)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
