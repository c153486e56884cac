"""Reading a user's files: what cannot be shown as a comment in a rules file, and the words of the important messages."""

from pathlib import Path

from playaid.diagnostics import Rejected, Report
from playaid.game import read_game


def check_folder(folder: Path) -> Report:
    """Give what the umpire's check of a scenario's folder finds."""
    try:
        return read_game(folder, None).check()
    except Rejected as rejected:
        return rejected.report


def diagnostics_of(report: Report) -> list[tuple[str, int, str, str]]:
    """Give the file name, line, severity and code of each diagnostic."""
    return [(d.place.file.name, d.place.line, d.severity.value, d.code.number) for d in report.diagnostics]


def test_a_tab_is_an_error_with_its_line() -> None: ...
def test_a_file_in_another_encoding_is_refused_at_its_first_odd_byte() -> None: ...
def test_a_file_beyond_a_limit_is_refused() -> None: ...
def test_an_empty_file_is_refused() -> None: ...
def test_a_file_that_is_no_text_is_named_for_what_it_is() -> None: ...
