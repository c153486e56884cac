"""The literate cases of the rules, as `playaid explain` shows them: the same files that the tests run, one a code."""

import re
from dataclasses import dataclass
from pathlib import Path

FENCE = "```"


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What the file of a code teaches: why, an example that is reported, and one that is not."""

    why: str
    wrong: str
    right: str


def lesson(number: str) -> Lesson | None:
    """Give what the file of a code teaches, or None for a code that no file can show."""
    file = next(iter(sorted(_folder().glob(f"{number}-*.md"))), None)
    if file is None:
        return None
    introduction, *sections = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    given, cases = sections[0], sections[1:]
    announced = re.compile(rf"# .*(error|warning) {number}\b")
    wrong = next((case for case in cases if announced.search(case)), "")
    right = next((case for case in cases if not announced.search(case)), "")
    right = right if FENCE in right else right + given.removeprefix("Given\n")
    why = introduction.split("\n", 1)[1].strip()
    return Lesson(why=_joined(why), wrong=_shown(wrong), right=_shown(right))


def _folder() -> Path:
    """Give the folder of the cases: inside the installed package, or among the tests of a checkout."""
    inside = Path(__file__).parent / "cases"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "tests" / "rules"


def _joined(text: str) -> str:
    """Join the lines of paragraphs, which a terminal breaks where it likes."""
    return "\n\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))


def _shown(case: str) -> str:
    """Give a case as indented text: its title, then its files by name."""
    title, _, body = case.partition("\n")
    lines = [f"{title.removeprefix('Case: ').strip()}:"]
    inside = False
    for line in body.split("\n"):
        if line.startswith(FENCE):
            inside = not inside
            if inside:
                lines.append(f"    {line.removeprefix(FENCE + 'yaml ')}")
        elif line.strip():
            lines.append(f"      {line}" if inside else f"    {line}")
    return "\n".join(lines)
