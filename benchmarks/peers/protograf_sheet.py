"""The work in protograf's own words, in the PDF's own Helvetica: protograf takes faces by name, not files."""

import work
from protograf import Counter, CounterBack, CounterSheet, Create, Data, Save, T, text

CM = 10
right = work.WIDTH - work.LEFT - work.COLUMNS * work.SIZE
bottom = work.HEIGHT - work.TOP - work.ROWS * work.SIZE
SLACK = 0.5
"""Less margin by so many mm at the far edges, or rounding costs a row or column."""

Create(
    filename=work.OUTPUT,
    paper="A4",
    margin_left=work.LEFT / CM,
    margin_top=work.TOP / CM,
    margin_right=(right - SLACK) / CM,
    margin_bottom=(bottom - SLACK) / CM,
)
Data(data_list=[["BIG", "LABEL"], *(list(work.texts(counter)) for sheet in work.sheets() for counter in sheet)])
CounterSheet(
    width=work.SIZE / CM,
    height=work.SIZE / CM,
    fill=None,
    stroke="black",
    stroke_width=work.BORDER,
    grid_marks=True,
    grid_marks_length=(work.OFF + work.LONG) / CM,
    grid_marks_stroke="black",
    grid_marks_stroke_width=work.MARK,
)
half = work.SIZE / 2 / CM
regular, bold = "Helvetica", "Helvetica-Bold"
Counter(
    "all",
    text(text=T("{{BIG}}"), font_name=bold, font_size=work.FRONT, x=half, y=1.53),
    text(text=T("{{LABEL}}"), font_name=regular, font_size=work.LABEL, x=half, y=2.29),
)
CounterBack(
    "all",
    text(text="?", font_name=bold, font_size=work.BACK, x=half, y=1.6),
    text(text="SIDE A", font_name=regular, font_size=work.LABEL, x=half, y=2.29),
)
Save()
