"""Every problem playaid can name: the permanent list of diagnostic codes.

1xx a file cannot be read as it stands, 2xx a scenario or ruleset contradicts itself, 3xx orders break a rule or do not
fit their scenario. A number and a slug are never reused.
"""

from playaid.diagnostics import Code, Severity

# A table: each code keeps its number and slug on one line, which the formatter would spread over the page.
# fmt: off

WARNING = Severity.WARNING

NOT_YAML = Code(
    number="PA101", slug="not-yaml", reader=True,
    title="the file is not valid YAML",
    advice="look at this line and the one above: a missing quote, bracket, dash or colon, or a wrong indent",
    why="The file cannot be understood from here on, so nothing behind this place was looked at.",
    wrong="title: Rifle: second troop", right='title: "Rifle: second troop"',
)
TAB = Code(
    number="PA102", slug="tab", reader=True,
    title="a tab stands where only spaces may",
    advice="indent with spaces; most editors can change all tabs of a file at once",
    why="YAML counts spaces to see what belongs to what; a tab has no agreed width.",
    wrong="table:\n\twidth: 180", right="table:\n  width: 180",
)
NOT_UTF8 = Code(
    number="PA103", slug="not-utf8", reader=True,
    title="the file is not saved as UTF-8",
    advice="save the file as UTF-8: in Notepad choose Save as, Encoding: UTF-8",
    why="In an older encoding Cyrillic and accented letters would be printed as other letters.",
)
DUPLICATE_KEY = Code(
    number="PA104", slug="duplicate-key", reader=True,
    title="a key stands twice in one place",
    advice="keep one of the two; most programs would silently take the last",
    why="Which of two values is meant cannot be known.",
    wrong="turns: 8\nturns: 10", right="turns: 10",
)
YAML_FEATURE = Code(
    number="PA105", slug="yaml-feature", reader=True,
    title="an alias, anchor, tag, merge key or second document",
    advice="write the values out; playaid reads plain keys, lists and texts only",
    why="These features let a small file grow without limit or stand for something it does not show.",
    wrong="zone: &z {polygon: []}\nother: *z", right="zone: {polygon: [[0, 0], [60, 0], [60, 60]]}",
)
TOO_LARGE = Code(
    number="PA106", slug="too-large", reader=True,
    title="the file is larger, deeper or longer than playaid reads",
    advice="at most 8 MB, 32 levels, 250 000 values and 10 000 characters in one text",
    why="A limit keeps a damaged or hostile file from stopping the machine.",
)
HIDDEN_CHARACTER = Code(
    number="PA107", slug="hidden-character", reader=True,
    title="an invisible or control character",
    advice="delete it; copying from a web page or a chat often brings such characters along",
    why="It would be printed as nothing or as a box, and can make two names look alike.",
)
EMPTY_FILE = Code(
    number="PA108", slug="empty-file", reader=True,
    title="the file is empty",
    advice="playaid schema scenario shows what belongs in it, and scenarios/ has examples",
    why="There is nothing to read.",
)
NOT_TEXT = Code(
    number="PA109", slug="not-text", reader=True,
    title="this is not a text file",
    advice="name the .yaml file, not what was made from it",
    why="A picture, PDF or office file cannot be read as a scenario.",
)
UNKNOWN_KEY = Code(
    number="PA110", slug="unknown-key", reader=True,
    title="a key that playaid does not know",
    advice="look for a slip of spelling; playaid schema lists all keys",
    why="A misspelt key would be ignored silently, and what it says would be missing on paper.",
    wrong="tittle: La ferme", right="title: La ferme",
)
MISSING_KEY = Code(
    number="PA111", slug="missing-key", reader=True,
    title="a key is missing",
    advice="add it; playaid schema shows what belongs there",
    why="The scenario cannot be understood without it.",
)
WRONG_VALUE = Code(
    number="PA112", slug="wrong-value", reader=True,
    title="a value of another kind is expected",
    advice="write a text, a number, a list or a mapping as the message says",
    why="The place asks for another kind of value.",
)
NOT_A_NUMBER = Code(
    number="PA113", slug="not-a-number", reader=True,
    title="not a number",
    advice="write digits with a decimal point, without quotes and without leading zeros",
    why="playaid takes a value for a number only where a number is wanted and only as people write numbers.",
    wrong="turns: 08", right="turns: 8",
)
NOT_A_LENGTH = Code(
    number="PA114", slug="not-a-length", reader=True,
    title="not a length",
    advice='write a number in the units of the scenario, or a text with its unit: "12 in", "30 cm"',
    why="Lengths are exact; what cannot be read exactly is not guessed.",
    wrong="table: {width: 180, depth: \"12,5\"}", right="table: {width: 180, depth: 12.5}",
)
UNKNOWN_CHOICE = Code(
    number="PA115", slug="unknown-choice", reader=True,
    title="a word that is not among the known ones",
    advice="take one of the known words",
    why="The value must be one of a few words.",
    wrong="role: defendr", right="role: defender",
)
BAD_ID = Code(
    number="PA116", slug="bad-id", reader=True,
    title="not an id",
    advice="an id has small letters a–z, digits, - and _, and begins with a letter or digit",
    why="Ids become file and folder names on every kind of computer.",
    wrong="sides: {German Army: {}}", right="sides: {german: {name: German Army}}",
)
WRONG_VERSION = Code(
    number="PA117", slug="wrong-version", reader=True,
    title="written for another version of playaid",
    advice="this playaid reads files that begin with playaid: 1",
    why="A newer format may mean other things by the same words.",
)
COMMENT_TRAP = Code(
    number="PA118", slug="comment-trap", severity=WARNING, reader=True,
    title="the rest of the line is a comment",
    advice='put the text in quotes if # belongs to it: name: "Troop #2"',
    why="A number sign behind a space begins a comment, so the rest would be missing on paper.",
    wrong="name: Troop #2", right='name: "Troop #2"',
)
TOO_LONG = Code(
    number="PA119", slug="too-long", reader=True,
    title="a text is too long",
    advice="names have at most 500 characters, other texts 10 000",
    why="It could not be printed.",
)
UNPRINTABLE = Code(
    number="PA120", slug="unprintable", reader=True,
    title="a character that the font does not have",
    advice="write it another way; the font has Latin, Cyrillic and common signs, no emoji",
    why="It would be missing on paper without a word.",
)
DOES_NOT_FIT = Code(
    number="PA121", slug="does-not-fit", reader=True,
    title="something does not fit its place on paper",
    advice="shorten the text, or choose larger pieces or paper",
    why="Nothing is cut off or shrunk below 6 pt silently.",
)
SHORTENED = Code(
    number="PA122", slug="shortened", severity=WARNING, reader=True,
    title="a text was shortened, or a word of it broken, to fit its place on paper",
    advice="shorten the text; the log prints names in full",
    why="Text below 6 pt cannot be read at the table.",
)
BAD_TEMPLATE = Code(
    number="PA123", slug="bad-template", reader=True,
    title="a template cannot be used as it stands",
    advice="compare it with the template that came with playaid",
    why="A template names words, values and elements that must exist, so that nothing is printed half.",
)
BAD_PACK = Code(
    number="PA124", slug="bad-pack", reader=True,
    title="a zip pack that is not read",
    advice="pack plain files only: 200 at most, 8 MB each, 32 MB together, two folders deep, without a password",
    why="A pack comes from a stranger: nothing in it may lead out of it, hide, or swell without limit.",
)
LOOKALIKE = Code(
    number="PA125", slug="look-alike", severity=WARNING, reader=True,
    title="letters of two alphabets in one word",
    advice="type the word anew on one keyboard layout",
    why="A Cyrillic letter that looks like a Latin one makes two names look the same that are not.",
    wrong="name: T\u0430nk", right="name: Tank",
)
BAD_SHEET = Code(
    number="PA126", slug="bad-sheet", reader=True,
    title="a unit list that cannot be read as a sheet",
    advice="save it anew as .xlsx, without a password, or as CSV",
    why="A workbook is a zip of many parts: what is damaged, locked or swells without limit is not guessed at.",
)

SIDES = Code(
    number="PA201", slug="two-sides", reader=True,
    title="a scenario has exactly two sides",
    advice="write two entries under sides; public, umpire and Windows' devices (con, nul, …) cannot be the name of one",
    why="The rules know two players.",
)
DUPLICATE_ID = Code(
    number="PA202", slug="duplicate-id", reader=True,
    title="an id is used twice",
    advice="give each unit of a side and each piece of terrain its own id",
    why="Orders and messages name things by their id.",
)
UNKNOWN_TERRAIN_TYPE = Code(
    number="PA203", slug="unknown-terrain-type",
    title="a terrain type that the scenario does not define",
    advice="define it under terrain_types with its cover and sight",
    why="There is no default class: terrain that nobody agreed on before the game is never taken for clear ground.",
    wrong="terrain_types: {wood: {cover: dense, sight: blocked}}\nterrain: [{id: n, type: forest, …}]",
    right="terrain_types: {wood: {cover: dense, sight: blocked}}\nterrain: [{id: n, type: wood, …}]",
)
TOO_FEW_POINTS = Code(
    number="PA204", slug="too-few-points", reader=True,
    title="a shape with too few different points",
    advice="a polygon needs three different corners, a line two different points",
    why="It encloses nothing, so nothing could ever stand in it.",
)
CROSSING_EDGES = Code(
    number="PA205", slug="crossing-edges", reader=True,
    title="the edges of a polygon cross or touch",
    advice="list the corners in the order in which one walks round the shape, each once",
    why="A figure of eight has no inside that everybody agrees on.",
    wrong="polygon: [[0, 0], [60, 60], [60, 0], [0, 60]]", right="polygon: [[0, 0], [60, 0], [60, 60], [0, 60]]",
)
ZERO_AREA = Code(
    number="PA206", slug="zero-area", reader=True,
    title="a shape without area",
    advice="move a corner off the line; for a wall or hedge write a line",
    why="Nothing can stand in it.",
)
OUTSIDE_TABLE = Code(
    number="PA207", slug="outside-table", reader=True,
    title="a shape lies outside the table",
    advice="keep every corner on the table; its origin is the south-west corner",
    why="A place that is not on the table can neither be used nor printed to scale.",
)
UNKNOWN_COVER = Code(
    number="PA208", slug="unknown-cover", reader=True,
    title="a cover class that the ruleset does not know",
    advice="take one of the ruleset's classes",
    why="Spotting distances and factors hang on the class.",
)
NO_RULES = Code(
    number="PA209", slug="no-rules", reader=True,
    title="no ruleset is named, or one of the wrong kind",
    advice="write rules: {concealment: incertitude}, or night: flames-of-war-night, or both",
    why="Without rules there is nothing to check and nothing to print.",
)
UNKNOWN_RULESET = Code(
    number="PA210", slug="unknown-ruleset", reader=True,
    title="a ruleset that is not known",
    advice="playaid list rulesets shows the built-in ones; a club's own file is named by its path",
    why="The rules must be read before anything can be checked.",
)
UNKNOWN_RULING = Code(
    number="PA211", slug="unknown-ruling", reader=True,
    title="a ruling or an option that the rulesets do not have",
    advice="playaid list rulings shows them all; playaid explain D1 the options of one",
    why="A misspelt ruling would silently leave the default in force.",
)
MIXED_GAMES = Code(
    number="PA212", slug="mixed-games", reader=True,
    title="concealment and night rules come from different games",
    advice="choose how they meet under rulings: N10: side-by-side or N10: night-cap; playaid explain N10 tells more",
    why="The two chapters have other scales and other dice; a club must say which of their distances wins.",
    wrong="rules: {concealment: incertitude, night: flames-of-war-night}",
    right="rules: {concealment: incertitude, night: flames-of-war-night, rulings: {N10: side-by-side}}",
)
NIGHT_DECOYS = Code(
    number="PA213", slug="night-decoys", reader=True,
    title="decoys without the rules for them",
    advice="take the decoys out, or add rules: {concealment: incertitude}",
    why="The night chapter knows no decoys.",
)
NO_ROLE = Code(
    number="PA214", slug="no-role", severity=WARNING,
    title="a side without a role",
    advice="write role: defender or role: attacker",
    why="Only the defender must hide in cover or out of sight; without roles both sides count as ruling D3 says.",
)
BAD_PARENT = Code(
    number="PA215", slug="bad-parent", reader=True,
    title="part_of names no unit of this side, or leads back to itself",
    advice="name the id of the group that the unit belongs to",
    why="A group and its teams cannot both be hidden by markers of their own.",
)
NO_SPEED = Code(
    number="PA216", slug="no-speed",
    title="a unit without a speed",
    advice="write a move for the unit in the scenario, or one for each of its elements",
    why="A marker moves at the speed of its slowest element, so the log must know it.",
)
BAD_ARRIVAL = Code(
    number="PA217", slug="bad-arrival", reader=True,
    title="an arrival that cannot happen",
    advice="the turn counts from 1 to the scenario's turns; from and to lie on the edge, from before to",
    why="The unit would never enter, or not where the log says.",
)
SAME_EMBLEM = Code(
    number="PA218", slug="same-emblem", severity=WARNING,
    title="both sides have the same emblem",
    advice="give each side its own letters: colour alone is not seen by everyone, nor in greyscale",
    why="Cut markers of both sides lie on one table.",
)
NO_ZONE = Code(
    number="PA219", slug="no-zone",
    title="a side has units on the table and no deployment zone",
    advice="write a zone for the side, or let all its units arrive",
    why="Markers must stand in their side's zone; without one none could stand anywhere.",
)
MANY_DECOYS = Code(
    number="PA220", slug="many-decoys", severity=WARNING,
    title="very many decoys",
    advice="most published scenarios stay below two decoys a unit",
    why="The opponent learns to ignore the markers.",
)
BAD_RULESET = Code(
    number="PA221", slug="bad-ruleset", reader=True,
    title="a ruleset that contradicts itself",
    advice="compare it with a built-in one: playaid list rulesets",
    why="A table must answer every roll of its die exactly once and never fall; a default must be one of the options.",
)
UNKNOWN_SIDE = Code(
    number="PA222", slug="unknown-side", reader=True,
    title="a side or role that the scenario does not have",
    advice="use the ids under sides, and for first a role that one of them has",
    why="A mission for a side that does not exist would be printed for nobody.",
    wrong="briefing: {mission: {germans: Hold the farm}}", right="briefing: {mission: {german: Hold the farm}}",
)

OUTSIDE_ZONE = Code(
    number="PA301", slug="outside-zone",
    title="a marker stands outside its side's deployment zone",
    advice="move the marker into the zone; its border belongs to it",
    why="The place of a marker is its centre (ruling D7).",
)
IN_THE_OPEN = Code(
    number="PA302", slug="in-the-open",
    title="a marker stands in the open in view of the enemy",
    advice="move the marker into cover, or where no place of the enemy's zones and entry edges sees it",
    why="The defender's markers stand in cover or behind something that interrupts every line of sight.",
)
TOO_MANY_DECOYS = Code(
    number="PA303", slug="too-many-decoys",
    title="more decoys than the scenario allows",
    advice="take decoys out until their number is that of the scenario",
    why="The number of decoys is the scenario's.",
)
UNIT_ON_TWO_MARKERS = Code(
    number="PA304", slug="unit-on-two-markers",
    title="a unit stands on two markers",
    advice="keep one of the two; a marker without a unit is a decoy and must say so",
    why="Each marker stands for one unit.",
)
UNIT_MISSING = Code(
    number="PA305", slug="unit-missing",
    title="a unit has no marker and is not in reserve",
    advice="give the unit a marker, or list it under reserve",
    why="Every unit starts hidden; what is nowhere on paper could appear anywhere.",
)
UNKNOWN_UNIT = Code(
    number="PA306", slug="unknown-unit", reader=True,
    title="a unit that this side does not have",
    advice="use the id of a unit in the scenario or under units in the orders",
    why="A marker must stand for something that exists.",
)
DUPLICATE_NUMBER = Code(
    number="PA307", slug="duplicate-number",
    title="two markers have the same number",
    advice="give each marker of a side its own number",
    why="The number is all that ties a marker on the table to the log.",
)
NUMBER_OUTSIDE_POOL = Code(
    number="PA308", slug="number-outside-pool",
    title="a marker's number is not among those printed",
    advice="take a number from 1 to the side's units plus its decoys",
    why="The sheet holds these numbers and the spares for hiding again, which come after them.",
)
NUMBERS_BETRAY = Code(
    number="PA309", slug="numbers-betray-decoys", severity=WARNING,
    title="the numbers betray the decoys",
    advice="mix the numbers of units and decoys",
    why="When all decoys have the highest or adjoining numbers, one of them found gives the others away.",
)
PARENT_AND_CHILD = Code(
    number="PA310", slug="parent-and-child",
    title="a group and one of its own parts both have a marker",
    advice="give a marker to the group or to its parts, and put the others in reserve",
    why="The same figures would stand under two markers.",
)
MARKER_AND_RESERVE = Code(
    number="PA311", slug="marker-and-reserve",
    title="a unit has a marker and stands in reserve",
    advice="take it off the reserve, or take its marker away",
    why="It is either on paper or off the table.",
)
ARRIVAL_ON_TABLE = Code(
    number="PA312", slug="arrival-on-table",
    title="a unit that arrives later already stands on the table, or one on the table stands nowhere",
    advice="a unit that arrives has a marker without at; every other marker needs at: [x, y]",
    why="Reinforcements keep a number and enter hidden at their edge and turn.",
)
DECOY_NOWHERE = Code(
    number="PA313", slug="decoy-nowhere",
    title="a decoy has no place",
    advice="write at: [x, y]; decoys do not arrive with reinforcements unless a scenario says so",
    why="A decoy starts on the table like the units it hides among.",
)
BASE_CROSSES_ZONE = Code(
    number="PA314", slug="base-crosses-zone", severity=WARNING,
    title="a marker's base crosses the border of its zone",
    advice="move it in by half its width to be beyond argument",
    why="The centre decides, but the opponent sees the base.",
)
BASE_CROSSES_COVER = Code(
    number="PA315", slug="base-crosses-cover", severity=WARNING,
    title="a marker's base crosses the edge of its cover",
    advice="move it in by half its width to be beyond argument",
    why="The centre decides, but players argue about the edge.",
)
MARKERS_CLOSE = Code(
    number="PA316", slug="markers-close", severity=WARNING,
    title="opposing markers start so close that both are spotted at once",
    advice="move one of them away, or start the game with both on the table",
    why="Within this distance a unit in good order is spotted automatically.",
)
WRONG_SIDE = Code(
    number="PA317", slug="wrong-side", reader=True,
    title="the orders name a side that is not theirs",
    advice="the file <side>.orders.yaml begins with side: <side>, as the scenario names it",
    why="Orders read for the wrong side would show a player the other's secrets.",
)
OFF_TABLE = Code(
    number="PA318", slug="off-table", reader=True,
    title="a marker stands off the table",
    advice="x runs from 0 to the table's width, y from 0 to its depth",
    why="It cannot be laid there.",
)
UNIT_OR_DECOY = Code(
    number="PA319", slug="unit-or-decoy", reader=True,
    title="a marker must be either a unit or a decoy",
    advice="write unit: with its id, or decoy: with the type it pretends to be",
    why="The log must say what the marker is.",
)
DECOY_WITHOUT_SPEED = Code(
    number="PA320", slug="decoy-without-speed",
    title="a decoy does not say how fast it moves",
    advice="write move: with the speed of what it pretends to be",
    why="Its owner moves it like the unit it pretends to be, and must not choose when the game is on.",
)
SAME_PLACE = Code(
    number="PA321", slug="same-place",
    title="two markers of a side stand on the same place",
    advice="move one of them",
    why="Each marker stands for one unit, and two cannot lie in one place.",
)
SECRET_ID = Code(
    number="PA322", slug="secret-id-taken", reader=True,
    title="a secret unit has the id of a unit in the scenario",
    advice="give the secret unit another id",
    why="The marker's unit would be ambiguous.",
)

DECOYS_IN_THE_OPEN = Code(
    number="PA323", slug="places-betray-decoys", severity=WARNING,
    title="the kind of place betrays the decoys",
    advice="put a decoy among the units, in the same kind of cover, or a unit among the decoys",
    why="When the decoys alone stand in the open, or the units alone, the opponent tells them apart by looking.",
)
ROUND_DECOYS = Code(
    number="PA324", slug="round-numbers-betray-decoys", severity=WARNING,
    title="round coordinates betray the decoys",
    advice="move a few markers by some millimetres, so that units and decoys have round and uneven places alike",
    why="Whoever measures the markers' places sees which were chosen on the table and which at a desk.",
)
SPEED_BETRAYS = Code(
    number="PA325", slug="speed-betrays-decoy", severity=WARNING,
    title="a decoy moves at a speed that no real unit of its kind has",
    advice="give it the speed of a unit that it pretends to be",
    why="Its owner moves it at this speed, and the first activation gives it away.",
)
CHANGED_SINCE_SEALING = Code(
    number="PA326", slug="changed-since-sealing", severity=WARNING, reader=True,
    title="the orders were changed since they were sealed",
    advice="take the change back, or seal anew with playaid seal --again; until then no seal is printed",
    why="The seal that the opponent holds no longer fits, so the deployment could not be proved.",
)

ALL = tuple(
    sorted((value for value in list(globals().values()) if isinstance(value, Code)), key=lambda code: code.number)
)
"""Every code, by number."""

BY_SLUG = {code.slug: code for code in ALL}
