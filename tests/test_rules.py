"""The rules as cases to read: every file of tests/rules shows one code, and what it shows is checked word for word.

A file begins with a heading and a sentence or two. `## Given` holds the files that all its cases share, as fenced
blocks whose info string is `yaml FILENAME`; each `## Case: …` replaces those of the same name, or changes them: a
block `yaml FILENAME changes` holds only the keys that differ, with the keys that they stand under. The diagnostics
that a case must give stand as comments at the end of the offending lines, `# error PA302` or `# warning PA315`,
several side by side; no other may occur.
"""

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
import test_reading
from test_reading import check_folder, diagnostics_of

from playaid import codes, ruleset
from playaid.diagnostics import Report

FOLDER = Path(__file__).parent / "rules"
GOLDEN = Path(__file__).parent / "rules-messages.txt"
"""What every case says, word for word; written anew, for review, by: cd tests && python test_rules.py"""

IN_PYTHON = {
    "PA102": test_reading.test_a_tab_is_an_error_with_its_line,
    "PA103": test_reading.test_a_file_in_another_encoding_is_refused_at_its_first_odd_byte,
    "PA106": test_reading.test_a_file_beyond_a_limit_is_refused,
    "PA108": test_reading.test_an_empty_file_is_refused,
    "PA109": test_reading.test_a_file_that_is_no_text_is_named_for_what_it_is,
    "PA119": test_reading.test_a_name_of_five_hundred_characters_is_read_and_a_longer_one_refused,
}
"""Codes whose line cannot carry a comment, or is too long for a page, with the test that shows them instead."""

PRINTING = {"PA120", "PA121", "PA122", "PA123", "PA124", "PA326"}
"""Codes that only printing, a seal or a pack gives: their tests are those of documents, templates, seals and packs."""

EXPECTED = re.compile(r"# ((?:error|warning) PA\d{3}(?: (?:error|warning) PA\d{3})*)$")
OPENING = re.compile(r"```yaml ([\w.-]+)( changes)?$")


@dataclass(kw_only=True)
class Section:
    """A section of a rules file while it is read: its title, its fenced files, its paragraphs."""

    title: str
    files: dict[str, str] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case: the files of a game."""

    code: str
    title: str
    files: Mapping[str, str]

    @property
    def expected(self) -> Counter[tuple[str, int, str, str]]:
        """File, line, severity and code of every diagnostic that the comments announce."""
        found: Counter[tuple[str, int, str, str]] = Counter()
        for name, content in self.files.items():
            for number, line in enumerate(content.splitlines(), 1):
                announced = EXPECTED.search(line)
                assert announced or not re.search(r"#.*PA\d{3}", line), f"not an announcement: {line}"
                words = announced[1].split() if announced else []
                found.update((name, number, *pair) for pair in zip(words[::2], words[1::2], strict=True))
        return found


def sections_of(content: str) -> Iterator[Section]:
    """Give the sections of a rules file; the first holds its heading and introduction."""
    section = Section(title="")
    fenced: list[str] | None = None
    into, name = section.files, ""
    for line in content.splitlines():
        if fenced is not None:
            if line == "```":
                assert name not in section.files | section.changes, f"{name} stands twice in {section.title}"
                into[name], fenced = "\n".join(fenced) + "\n", None
            else:
                fenced.append(line)
        elif line.startswith("```"):
            opening = OPENING.match(line)
            assert opening, f"a fenced block needs the name of its file: {line}"
            into = section.changes if opening[2] else section.files
            name, fenced = opening[1], []
        elif line.startswith("## "):
            yield section
            section = Section(title=line.removeprefix("## "))
        else:
            section.prose.append(line)
    assert fenced is None, f"the block of {name} is not closed"
    yield section


Block = tuple[str, list[str]]


def blocks_of(lines: Sequence[str]) -> list[Block]:
    """Give the keys at the indent of the first line, each with its lines; nothing where the lines are no mapping."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    blocks: list[Block] = []
    for line in lines:
        if len(line) - len(line.lstrip()) != indent:
            blocks[-1][1].append(line)
        elif key := re.match(r" *([\w-]+):", line):
            blocks.append((key[1], [line]))
        else:
            return []
    return blocks


def with_changes(given: Sequence[str], changes: Sequence[str]) -> list[str]:
    """Give the lines of a mapping with some of its keys changed or added; a key alone keeps what stands under it."""
    old, new = blocks_of(given), blocks_of(changes)
    if not old or not new:
        return list(changes)
    result: list[str] = []
    for name, lines in old:
        mine = [block for other, block in new if other == name]
        if len(mine) == 1 and lines[1:] and re.search(r":( *#.*)?$", mine[0][0]):
            head, *under = mine[0]
            result += [head, *(with_changes(lines[1:], under) if under else lines[1:])]
        else:
            result += [line for block in mine or [lines] for line in block]
    known = {name for name, _ in old}
    return result + [line for name, block in new if name not in known for line in block]


def cases_of(file: Path) -> Iterator[Case]:
    """Give the cases of a rules file."""
    code = file.name.split("-")[0]
    introduction, given, *cases = sections_of(file.read_text(encoding="utf-8"))
    assert not introduction.files | introduction.changes | given.changes, (
        f"{file.name}: files stand under Given or a case"
    )
    assert given.title == "Given", f"{file.name}: the first section is Given"
    for section in cases:
        assert section.title.startswith("Case: "), f"{file.name}: {section.title} is neither Given nor a case"
        title = section.title.removeprefix("Case: ")
        files = {**given.files, **section.files}
        for name, changes in section.changes.items():
            files[name] = "\n".join(with_changes(files[name].splitlines(), changes.splitlines())) + "\n"
        yield Case(code=code, title=title, files=files)


RULES = sorted(FOLDER.glob("*.md"))
CASES = [case for file in RULES for case in cases_of(file)]


def parameter(case: Case) -> object:
    words = re.sub(r"[^a-z0-9]+", "-", case.title.lower()).strip("-")
    return pytest.param(case, id=f"{case.code}-{words}")


@pytest.fixture(scope="module", autouse=True)
def read_rulesets_once() -> Iterator[None]:
    """Built-in rulesets never change, and parsing them anew for every case takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_built_in_source", cache(ruleset._built_in_source))
        yield


def found_in(report: Report) -> Counter[tuple[str, int, str, str]]:
    return Counter(diagnostics_of(report))


def name_of(case: Case) -> str:
    return f"{case.code}: {case.title}"


def told(report: Report) -> list[str]:
    """Give what is said, with its place to the column, clause and ruling, and the help that no other case gets."""
    return [
        " ".join(
            f"{d.place.file.name}:{d.place.line}:{d.place.column} {d.severity.value} {d.code.number} "
            f"({d.clause or '-'}, {d.ruling or '-'}) {d.message}"
            f"{f' | {d.help}' if d.help != d.code.advice else ''}".split()
        )
        for d in report.diagnostics
    ]


@cache
def golden() -> dict[str, list[str]]:
    """Give what each case is known to say; a case that says nothing is left out."""
    blocks = re.split(r"\n(?=\S)", GOLDEN.read_text(encoding="utf-8").rstrip("\n"))
    return {name: lines for name, *lines in (block.split("\n  ") for block in blocks)}


def golden_messages() -> str:
    """Write what every case says."""
    text = ""
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            for name, content in case.files.items():
                (Path(folder) / name).write_bytes(content.encode())
            lines = told(check_folder(Path(folder)))
        text += "\n  ".join([name_of(case), *lines]) + "\n" if lines else ""
    return text


def test_the_golden_messages_are_those_of_the_cases() -> None:
    speaking = [name_of(case) for case in CASES if case.expected]
    assert list(golden()) == speaking, "if that is right: cd tests && python test_rules.py"


@pytest.mark.parametrize("case", [parameter(case) for case in CASES])
def test_a_case_gives_the_diagnostics_it_announces_and_no_other(case: Case, tmp_path: Path) -> None:
    for name, content in case.files.items():
        (tmp_path / name).write_bytes(content.encode())
    report = check_folder(tmp_path)
    assert found_in(report) == case.expected, report.as_text()
    assert told(report) == golden().get(name_of(case), []), "if that is right: cd tests && python test_rules.py"


OFFER = re.compile(r"the nearest legal place found is at: (\[[^]]+\])")


@pytest.mark.parametrize(
    "case", [parameter(case) for case in CASES if any(OFFER.search(line) for line in golden().get(name_of(case), []))]
)
def test_a_place_that_is_offered_is_legal(case: Case, tmp_path: Path) -> None:
    for name, content in case.files.items():
        (tmp_path / name).write_bytes(content.encode())
    for d in check_folder(tmp_path).diagnostics:
        offered = OFFER.search(d.help)
        if offered is None:
            continue
        file, lines = tmp_path / d.place.file.name, case.files[d.place.file.name].splitlines(keepends=True)
        line = lines[d.place.line - 1]
        lines[d.place.line - 1] = line[: d.place.column - 1] + offered[1] + line[line.index("]", d.place.column) + 1 :]
        file.write_bytes("".join(lines).encode())
        again = [one for one in check_folder(tmp_path).errors if one.place.line == d.place.line]
        assert again == [] or d.severity.value == "warning", again
        file.write_bytes(case.files[file.name].encode())


def test_eight_markers_of_a_file_are_offered_a_place_and_the_ninth_is_not(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(test_reading.SCENARIO.replace("decoys: 1", "decoys: 9"))
    decoys = "".join(f"  - {{decoy: team, move: 10, at: [{10 + n}, 32]}}\n" for n in range(9))
    (tmp_path / "def.orders.yaml").write_text(f"{test_reading.ORDERS}{decoys}")
    open_ground = [d for d in check_folder(tmp_path).diagnostics if d.code is codes.IN_THE_OPEN]
    assert [bool(OFFER.search(d.help)) for d in open_ground] == [True] * 8 + [False]


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_a_rules_file_is_named_after_its_code(file: Path) -> None:
    assert file.stem in {f"{code.number}-{code.slug}" for code in codes.ALL}
    heading = file.read_text(encoding="utf-8").splitlines()[0]
    assert heading.startswith(f"# {file.stem.split('-')[0]}: ")


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_a_rules_file_shows_its_code_and_a_case_without_it(file: Path) -> None:
    cases = list(cases_of(file))
    assert len({case.title for case in cases}) == len(cases)
    assert {any(code == case.code for _, _, _, code in case.expected) for case in cases} == {True, False}


def test_every_code_is_shown_in_a_rules_file_or_a_named_test() -> None:
    shown = {file.name.split("-")[0] for file in RULES}
    assert {code.number for code in codes.ALL} == shown | IN_PYTHON.keys() | PRINTING
    assert not shown & (IN_PYTHON.keys() | PRINTING)


if __name__ == "__main__":
    GOLDEN.write_text(golden_messages(), encoding="utf-8")
