"""The bad files, row by row of the plan: what is written, the exit code, and the codes that must be told.

Every file is a small scenario or its orders with one thing wrong; large ones are made here rather than stored. What is
harmless although it looks odd stands here too, with the exit code 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from test_reading import ORDERS, SCENARIO, changed

Content = str | bytes | Callable[[], str | bytes]


@dataclass(frozen=True, kw_only=True)
class Bad:
    """One bad folder: its files, the exit code of `check`, and the codes in it, all of them, in order, each once."""

    id: str
    files: Mapping[str, Content]
    codes: tuple[str, ...] = ()
    printing: tuple[str, ...] = ()
    slow: bool = False

    @property
    def exit(self) -> int:
        """The exit code of `check`: warnings alone are no failure."""
        return 1 if set(self.codes) - WARNINGS else 0

    @property
    def exit_of_build(self) -> int:
        """The exit code of `build`, which also says what cannot be printed."""
        return 1 if set(self.codes + self.printing) - WARNINGS else 0

    def contents(self) -> dict[str, bytes]:
        """Give the bytes of every file."""
        made = {}
        for name, content in self.files.items():
            written = content() if callable(content) else content
            made[name] = written if isinstance(written, bytes) else written.encode()
        return made


WARNINGS = {
    "PA118",
    "PA122",
    "PA125",
    "PA214",
    "PA218",
    "PA220",
    "PA309",
    "PA314",
    "PA315",
    "PA316",
    "PA323",
    "PA324",
    "PA325",
}

BAD: list[Bad] = []


def scenario(id: str, content: Content, *codes: str, slow: bool = False, printing: tuple[str, ...] = ()) -> None:
    """Add a case whose scenario is bad."""
    BAD.append(Bad(id=id, files={"scenario.yaml": content}, codes=codes, slow=slow, printing=printing))


def orders(id: str, content: Content, *codes: str, slow: bool = False, **more: str) -> None:
    """Add a case whose orders are bad."""
    files: dict[str, Content] = {"scenario.yaml": more.get("scenario", SCENARIO), "def.orders.yaml": content}
    BAD.append(Bad(id=id, files=files, codes=codes, slow=slow))


def titled(written: str) -> str:
    """Give the scenario with another title, as it is written in the file."""
    return changed("title: The farm", f"title: {written}")


def plus(line: str) -> str:
    """Give the scenario with a line more."""
    return f"{SCENARIO}{line}\n"


def marker(written: str, *more: str) -> str:
    """Give the orders with other markers."""
    return "playaid: 1\nside: def\nmarkers:\n" + "".join(f"  - {one}\n" for one in (written, *more))


def zone(written: str) -> str:
    """Give the scenario with another shape for the copse."""
    return changed("shape: {rectangle: {at: [20, 40], size: [20, 15]}}", f"shape: {{{written}}}")


def ring(corners: int) -> str:
    """Give a saw-toothed ring of many corners that does not cross itself."""
    half = corners // 2
    upper = [f"[{20 + 20 * i / half:.4f}, {45 + i % 2}]" for i in range(half)]
    lower = [f"[{20 + 20 * i / half:.4f}, 41]" for i in range(half - 1, -1, -1)]
    return zone(f"polygon: [{', '.join(upper + lower)}]")


# B01: the same key twice
scenario("B01-key-twice", plus("title: The mill"), "PA104")
scenario("B01-key-twice-in-braces", changed("{width: 60, depth: 60}", "{width: 60, depth: 60, width: 70}"), "PA104")
scenario("B01-key-twice-once-in-quotes", plus('"title": The mill'), "PA104")
scenario("B01-side-twice", changed("  att:", "  def:"), "PA104")
scenario("B01-key-three-times-with-the-same-inside", plus("notes: {en: a}\nnotes: {en: b}\nnotes: {en: c}"), "PA104")
orders("B01-key-twice-in-orders", ORDERS + "side: att\n", "PA104")
scenario("B01-key-fifty-thousand-times", lambda: SCENARIO + "title: x\n" * 50_000, "PA104", slow=True)

# B02: unknown keys
scenario("B02-unknown-key", changed("title:", "tittle:"), "PA110", "PA111")
scenario("B02-unknown-key-of-a-side", changed("    decoys: 1", "    decoy: 1"), "PA110")
scenario("B02-unknown-key-that-is-a-number", plus("5: x"), "PA110")
scenario("B02-unknown-key-with-dots-and-brackets", plus('"a.b[0]": x'), "PA110")
scenario("B02-unknown-key-of-nine-thousand-letters", plus(f"? {'k' * 9_000}\n: x"), "PA110")
orders("B02-unknown-key-in-orders", changed("at: [30", "postion: [30", ORDERS), "PA110")

# B03: missing keys
scenario("B03-no-title", changed("title: The farm\n", ""), "PA111")
scenario("B03-no-version", changed("playaid: 1\n", ""), "PA111")
scenario("B03-no-depth", changed(", depth: 60}", "}"), "PA111")
scenario("B03-no-name-of-a-unit", changed("name: Headquarters, ", ""), "PA111")
orders("B03-no-side", changed("side: def\n", "", ORDERS), "PA111")
scenario("B03-a-key-with-nothing-behind-it", changed("title: The farm", "title:"), "PA111")

# B04 to B06: what YAML 1.1 takes for something else
scenario("B04-turns-with-a-leading-zero", plus("turns: 012"), "PA113")
scenario("B04-width-with-a-leading-zero", changed("width: 60", "width: 060"), "PA113")
orders("B04-number-with-a-leading-zero", changed("number: 1,", "number: 01,", ORDERS), "PA113")
scenario("B04-grid-reference-as-a-title", titled("012345"))
scenario("B05-a-time-as-a-title", titled("6:00"))
scenario("B05-a-time-as-a-number", plus("turns: 6:00"), "PA113")
scenario("B06-no-as-a-title", titled("NO"))
scenario("B06-yes-as-an-id", changed("id: sq,", "id: yes,"))
scenario("B06-on-as-a-key", plus("on: x"), "PA110")

# B07 to B10: slips of writing
scenario("B07-number-sign-in-a-name", changed("The farm", "Troop #2"), "PA118")
scenario("B07-number-sign-sixty-thousand-times", lambda: SCENARIO + "x:\n" + "- a #b\n" * 60_000, "PA110", slow=True)
scenario("B08-colon-in-a-title", titled("Rifle: Troop"), "PA101")
scenario("B08-at-sign-before-a-title", titled("@home"), "PA101")
scenario("B08-quote-never-closed", titled('"The farm'), "PA101")
scenario("B08-bracket-never-closed", changed("size: [20, 15]", "size: [20, 15"), "PA101")
scenario("B09-tab", changed("  def:\n", "\tdef:\n"), "PA102")
orders("B09-tab-in-orders", changed("  - {", "\t- {", ORDERS), "PA102")
scenario("B10-two-documents", f"{SCENARIO}---\n{SCENARIO}", "PA105")
scenario("B10-yaml-of-the-future", f"%YAML 3.0\n---\n{SCENARIO}", "PA101")
scenario("B10-an-end-and-more", f"{SCENARIO}...\nmore: x\n", "PA101")

# B11: something else than a mapping of keys
scenario("B11-empty", "", "PA108")
scenario("B11-comments-only", "# The farm\n# by night\n", "PA108")
scenario("B11-a-byte-order-mark-only", b"\xef\xbb\xbf", "PA108")
scenario("B11-null", "null\n", "PA112")
scenario("B11-a-list", "- title: The farm\n", "PA112")
scenario("B11-a-word", "farm\n", "PA112")
scenario("B11-a-number", "1\n", "PA112")
scenario("B11-an-empty-mapping", "{}\n", "PA111")
orders("B11-a-list-as-orders", "- {number: 1}\n", "PA112")
orders("B11-empty-orders", "\n", "PA108")

# B12 and B13: anchors, aliases, merge keys, tags
LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 30))
MERGES = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n}\n  <<: [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 8))
scenario("B12-anchor", titled("&t The farm"), "PA105")
scenario("B12-alias", titled("*t"), "PA105")
scenario("B12-merge-key", changed("    emblem: D", "    <<: {emblem: D}"), "PA105")
scenario("B12-anchor-of-a-million-letters", lambda: titled("&" + "a" * 1_000_000 + " x"), "PA105")
scenario("B12-billion-laughs", LAUGHS, "PA105", slow=True)
scenario("B12-merge-bomb", MERGES, "PA105", slow=True)
scenario("B12-a-list-that-holds-itself", "a: &a [*a]\n", "PA105")
scenario("B12-fifty-aliases-and-a-slip", plus("x: [" + "*a, " * 49 + "}"), "PA101", "PA105")
orders("B12-alias-in-orders", changed("[30, 48]", "*place", ORDERS), "PA105")
scenario("B13-python-object", plus('notes: !!python/object/apply:os.system ["touch hacked"]'), "PA105")
scenario("B13-own-tag", titled("!farm x"), "PA105")
scenario("B13-binary", titled("!!binary aGVsbG8="), "PA105")
scenario("B13-set", plus("notes: !!set {a, b}"), "PA105")
scenario("B13-bare-tag", titled("! x"), "PA105")
scenario("B13-tag-of-a-full-address", titled("!<tag:yaml.org,2002:str> x"), "PA105")

# B14 and B15: without end
scenario("B14-brackets", "[" * 100_000, "PA106", slow=True)
scenario("B14-dashes", "- " * 100_000, "PA106", slow=True)
scenario("B14-braces", "{a: " * 6_000, "PA106")
scenario("B14-indented-keys", "\n".join(" " * n + "a:" for n in range(2_000)), "PA106")
scenario("B14-question-marks", "? " * 50_000, "PA101")
scenario("B14-thirty-three-levels-in-a-note", plus(f"notes: {'[' * 33}{']' * 33}"), "PA106")
scenario("B15-nine-megabytes", lambda: SCENARIO + "#" * (9 << 20), "PA106", slow=True)
scenario("B15-six-hundred-thousand-values", lambda: "- 1\n" * 600_000, "PA106", slow=True)
scenario("B15-thirty-thousand-unknown-keys", lambda: SCENARIO + "".join(f"k{n}: 1\n" for n in range(30_000)), "PA110",
         slow=True)  # fmt: skip
scenario("B15-a-megabyte-in-one-text", lambda: titled("x" * 1_000_000), "PA106")
scenario("B15-a-megabyte-in-one-key", lambda: plus("x" * 1_000_000 + ": 1"), "PA101")
scenario("B15-ten-megabytes-in-one-line", lambda: "a" * 10_000_000, "PA106", slow=True)
scenario("B15-eight-megabytes-of-line-ends", lambda: "\n" * (8 << 20), "PA108", slow=True)
scenario("B15-eight-megabytes-in-one-quote", lambda: 'title: "' + "x \n" * 2_700_000, "PA101", slow=True)
orders("B15-orders-of-nine-megabytes", lambda: ORDERS + "#" * (9 << 20), "PA106")

# B16 to B18: numbers
for name, written in {
    "nan": ".nan",
    "infinity": ".inf",
    "exponent": "1e400",
    "four-hundred-digits": "9" * 400,
    "underscore": "1_0",
    "hexadecimal": "0x0A",
    "sexagesimal": "190:20:30",
    "arabic-digits": "١٢",
    "superscript": "²",
    "minus-sign": "\u22125",
    "full-width": "\uff11\uff12",
    "decimals": "10.0",
    "quoted": '"10"',
    "true": "true",
    "list": "[10]",
    "mapping": "{a: 10}",
    "minus": "-1",
    "nothing": "0",
    "too-many": "101",
}.items():
    scenario(f"B16-turns-{name}", plus(f"turns: {written}"), "PA113")
for name, written in {
    "nan": ".nan",
    "infinity": "-.inf",
    "exponent": "1e4",
    "nothing": "0",
    "minus-nothing": "-0",
    "minus": "-60",
    "four-hundred-digits": "9" * 400,
    "a-mile": "1 mi",
    "too-fine": "60.00001",
    "too-long": "10001",
    "comma": '"60,5"',
    "quoted-without-unit": '"60"',
    "true": "true",
    "list": "[60]",
}.items():
    scenario(f"B16-grid-{name}", plus(f"grid: {written}"), "PA114")
scenario("B16-hexadecimal-of-two-million-digits", lambda: plus("turns: 0x" + "f" * 2_000_000), "PA106")
scenario("B17-ten-turns", plus("turns: 10"))
scenario("B17-turns-of-nothing", plus("turns:"))
orders("B18-at-the-edge-of-the-zone", marker("{number: 1, unit: hq, at: [30, 40]}"), "PA315")
orders("B18-beyond-the-table", marker("{number: 1, unit: hq, at: [61, 48]}"), "PA318")
orders("B18-before-the-table", marker("{number: 1, unit: hq, at: [-1, 48]}"), "PA318")
orders("B18-a-hair-outside-the-zone", marker("{number: 1, unit: hq, at: [30, 29.9999]}"), "PA301", "PA302")
orders("B18-a-hundred-metres-away", marker("{number: 1, unit: hq, at: [10000, 10000]}"), "PA318")

# B19 to B22: bytes and characters
for name, data in {
    "cp1251": titled("Рота").encode("cp1251"),
    "latin-1": titled("Équipe").encode("latin-1"),
    "overlong": titled("x").encode().replace(b"x\n", b"\xc0\xaf\n"),
    "lone-surrogate": titled("x").encode().replace(b"x\n", b"\xed\xa0\x80\n"),
    "cut-off": SCENARIO.encode() + b"notes: \xd0",
    "ebcdic": SCENARIO.encode("cp500"),
    "random": bytes(range(128, 256)) * 100,
}.items():
    scenario(f"B19-{name}", data, "PA103")
scenario("B19-utf-16", SCENARIO.encode("utf-16"), "PA109")
scenario("B19-utf-16-without-mark", SCENARIO.encode("utf-16-le"), "PA107")
scenario("B19-utf-32", SCENARIO.encode("utf-32"), "PA109")
for number in (0x00, 0x07, 0x08, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x2028, 0x2029, 0xFFFE, 0xFFFF):
    scenario(f"B21-raw-{number:04x}", titled(f"The{chr(number)}farm"), "PA107")
for name, written in {"esc": r"\e[31m", "nul": r"\0", "del": r"\x7f", "c1": r"\x9b", "osc": r"\e]0;x\a"}.items():
    scenario(f"B21-escaped-{name}", titled(f'"The {written} farm"'), "PA107")
orders("B21-escape-in-orders", ORDERS + 'reserve: ["\\e[2J"]\n', "PA107")
scenario("B21-escape-in-a-key", plus('"\\e[31m": x'), "PA107")
scenario("B21-surrogate-written-as-an-escape", titled(r'"\uD800"'), "PA101")
for number in (0xAD, 0x200B, 0x200D, 0x202E, 0x2066, 0xFEFF, 0xE0041, 0xE000, 0x10FFFF, 0x1FFFE):
    scenario(f"B22-{number:04x}-in-a-name", changed("Defenders", f"Def{chr(number)}enders"), "PA107")
scenario("B22-a-line-separator-as-an-escape", changed("Defenders", r'"Def\Lenders"'), "PA107")
scenario("B22-bidi-in-a-key", plus("tit\u202ele: x"), "PA110")
scenario("B23-decomposed-accents", changed("Defenders", "De\u0301fenseurs"))
scenario("B25-a-cyrillic-letter-in-a-latin-name", changed("Headquarters", "T\u0430nk"), "PA125")
scenario("B25-a-latin-letter-in-a-cyrillic-name", changed("Headquarters", "P\u043e\u0442\u0430"), "PA125")
scenario("B25-honest-names", changed("Headquarters", '"\u0422-34, Pz IV, \u0411\u0422-7\u041c"'))
scenario("B25-a-cyrillic-letter-in-an-id", changed("id: hq", "id: h\u0440"), "PA116")
scenario("B26-emoji", changed("Headquarters", "HQ \U0001f600"), printing=("PA120",))
scenario("B26-chinese", titled("農場"), printing=("PA120",))
scenario("B26-marks-on-marks", titled("a" + "\u0351" * 300), printing=("PA120",))

# B27 and B28: texts
MARKUP = [
    "<b>bold</b>",
    "&amp; &lt;",
    "{{7*7}}",
    "%s%n",
    "</para>",
    "<img src='/etc/passwd'/>",
    "$(id)",
    "`id`",
    "=1+1",
]
scenario("B28-a-name-of-five-thousand", changed("Headquarters", "x" * 5_000), "PA119")
scenario("B28-an-unbroken-text-of-a-hundred-thousand", lambda: plus("notes: " + "x" * 100_000), "PA106")
scenario("B28-two-hundred-thousand-words", lambda: plus("notes: " + "word " * 200_000), "PA106")
scenario("B28-an-empty-name", changed("Headquarters", '" "'), "PA112")

# B29: names of nothing
orders("B29-unknown-unit", marker("{number: 1, unit: hqq, at: [30, 48]}"), "PA305", "PA306")
orders("B29-unknown-reserve", ORDERS + "reserve: [ghosts]\n", "PA306")
orders("B29-wrong-side", changed("side: def", "side: att", ORDERS), "PA317")
orders("B29-unknown-side", changed("side: def", "side: german", ORDERS), "PA317")
scenario("B29-unknown-terrain", changed("type: wood", "type: wod"), "PA203")
scenario("B29-part-of-itself", changed("id: sq,", "id: sq, part_of: sq,"), "PA215")
scenario(
    "B29-parts-in-a-circle",
    changed("units: [{id: sq, ", "units: [{id: a, part_of: sq, name: A, type: team, move: 1}, {id: sq, part_of: a, "),
    "PA215",
)
scenario("B29-mission-for-nobody", plus("briefing: {mission: {germans: Hold}}"), "PA222")
scenario("B29-three-sides", plus("  third: {name: T, emblem: T}"), "PA201")
scenario("B29-one-side", SCENARIO[: SCENARIO.index("  att:")], "PA201")
scenario("B29-a-side-called-umpire", changed("  att:", "  umpire:"), "PA201")
TWINS = changed("units: [{id: sq,", "units: [{id: sq, name: A, type: team, move: 1}, {id: sq,")
scenario("B29-the-same-unit-twice", TWINS, "PA202")

# B30: shapes
scenario("B30-bow-tie", zone("polygon: [[20, 40], [40, 55], [40, 40], [20, 55]]"), "PA205")
scenario("B30-two-points", zone("polygon: [[20, 40], [40, 55]]"), "PA204")
scenario("B30-no-points", zone("polygon: []"), "PA204")
scenario("B30-one-point-many-times", zone(f"polygon: [{', '.join(['[20, 40]'] * 50)}]"), "PA204")
scenario("B30-no-area", zone("polygon: [[20, 40], [30, 40], [40, 40]]"), "PA206")
scenario("B30-corner-on-an-edge", zone("polygon: [[20, 40], [40, 40], [40, 50], [30, 40], [20, 50]]"), "PA205")
scenario("B30-a-spike-and-back", zone("polygon: [[20, 40], [40, 40], [40, 55], [40, 40.5], [20, 55]]"), "PA205")
scenario("B30-outside-the-table", zone("rectangle: {at: [50, 50], size: [20, 20]}"), "PA207")
scenario("B30-two-kinds-of-shape", zone("circle: {at: [30, 45], radius: 5}, line: [[0, 0], [1, 1]]"), "PA112")
scenario("B30-no-kind-of-shape", zone("ellipse: 5"), "PA112")
scenario("B30-radius-of-nothing", zone("circle: {at: [30, 45], radius: 0}"), "PA114")
scenario("B30-a-turn-of-nine-digits", zone("rectangle: {at: [20, 40], size: [20, 15], turn: 999999999}"))
scenario("B30-a-place-of-three", zone("line: [[1, 2, 3], [4, 5]]"), "PA112")
scenario("B30-a-place-as-a-text", zone('line: ["1, 2", [4, 5]]'), "PA112")
ZONE = "zone: {rectangle: {at: [0, 0], size: [60, 10]}}"
scenario("B30-a-line-as-a-zone", changed(ZONE, "zone: {line: [[0, 0], [9, 9]]}"), "PA206")
scenario(
    "B30-a-zone-as-a-word", changed("zone: {rectangle: {at: [0, 0], size: [60, 10]}}", "zone: everywhere"), "PA112"
)
scenario("B30-ten-thousand-corners", lambda: ring(10_000), slow=True)

# B31 and B32: rules, and how many
orders(
    "B31-everything-at-once",
    marker(
        "{number: 1, unit: hq, at: [30, 48]}",
        "{number: 1, decoy: team, move: 10, at: [30, 48]}",
        "{number: 9, decoy: team, move: 10, at: [30, 5]}",
        "{number: 2, decoy: team, at: [10, 50]}",
    ),
    "PA301", "PA302", "PA303", "PA307", "PA308", "PA320", "PA321",
)  # fmt: skip
orders("B32-no-markers", "playaid: 1\nside: def\n", "PA305")
orders("B32-one-marker", ORDERS)
orders(
    "B32-three-thousand-markers",
    lambda: marker(*(f"{{number: {n + 2}, decoy: team, move: 10, at: [{20 + n % 200 / 10}, {40 + n // 200 / 10}]}}"
                     for n in range(3_000))),
    "PA303", "PA305", "PA308", "PA315",
    slow=True,
)  # fmt: skip
scenario("B32-more-decoys-than-any-scenario", changed("decoys: 1", "decoys: 1001"), "PA113")

# B33 and B34: names of files
scenario("B33-a-side-that-climbs", changed("  att:", "  ../../att:"), "PA116")
scenario("B33-a-side-with-a-slash", changed("  att:", "  a/b:"), "PA116")
scenario("B33-a-side-in-cyrillic", changed("  att:", "  Ось:"), "PA116")
scenario("B33-a-side-of-three-hundred", changed("  att:", f"  {'a' * 300}:"), "PA116")
scenario("B33-a-side-with-a-backslash", changed("  att:", r"  a\b:"), "PA116")
scenario("B34-sides-that-differ-by-case", changed("  att:", "  DEF:"), "PA116")
scenario("B33-a-ruleset-with-an-escape", changed("incertitude", '"\\e[31m.yaml"'), "PA107")
scenario("B33-a-ruleset-with-a-nul", changed("incertitude", '"club\\0.yaml"'), "PA107")
scenario("B33-a-ruleset-that-is-a-list", changed("incertitude", "[incertitude]"), "PA112")
scenario("B33-a-ruleset-of-no-name", changed("incertitude", "incertitud"), "PA210")

# B39: other kinds of files
for name, data in {
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "docx": b"PK\x03\x04\x14\0\x06\0",
    "doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
}.items():
    scenario(f"B39-{name}", data, "PA109")
scenario("B39-gzip", b"\x1f\x8b\x08\0\0\0\0\0", "PA103")
scenario("B39-json", '{"title": "The farm", "playaid": 1}', "PA111")
scenario("B39-web-page", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "PA112")
scenario("B39-program", "import os\nos.system('true')\n", "PA112")

# B43: other versions
scenario("B43-version-99", changed("playaid: 1", "playaid: 99"), "PA117")
scenario("B43-version-as-a-decimal", changed("playaid: 1", "playaid: 1.0"), "PA117")
scenario("B43-version-as-a-list-without-end", lambda: changed("playaid: 1", f"playaid: [{'1, ' * 20_000}]"), "PA117")
orders("B43-orders-of-version-2", changed("playaid: 1", "playaid: 2", ORDERS), "PA117")


def ruleset(id: str, content: Content, *codes: str) -> None:
    """Add a case whose own ruleset is bad."""
    files: dict[str, Content] = {"scenario.yaml": changed("incertitude", "club.yaml"), "club.yaml": content}
    BAD.append(Bad(id=id, files=files, codes=codes))


ruleset("B43-ruleset-of-version-99", "playaid: 99\nextends: incertitude\n", "PA117")
ruleset("B43-ruleset-that-extends-nothing", "playaid: 1\nextends: nothing\n", "PA210")
ruleset("B43-ruleset-that-extends-itself", "playaid: 1\nextends: club.yaml\n", "PA210")
ruleset("B43-ruleset-that-is-a-list", "- 1\n", "PA112")
ruleset("B43-ruleset-that-is-empty", "", "PA108")
ruleset("B43-ruleset-with-a-tag", "playaid: 1\nextends: !!python/name:os.system x\n", "PA105")
