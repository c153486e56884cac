"""The work in fpdf2."""

import work
from fpdf import FPDF
from work import MM, SIZE

pdf = FPDF(unit="mm", format=(work.WIDTH, work.HEIGHT))
pdf.set_auto_page_break(False)
pdf.add_font("PT", "", str(work.REGULAR))
pdf.add_font("PT", "B", str(work.BOLD))


def face(texts: list[tuple[str, str]], size: int, back: bool) -> None:
    """Draw one page."""
    pdf.add_page()
    pdf.set_line_width(work.MARK / MM)
    for mark in work.marks():
        pdf.line(*mark)
    pdf.set_line_width(work.BORDER / MM)
    where = list(work.places(len(texts), back))
    for x, y in where:
        pdf.rect(x, y, SIZE, SIZE)
    for which, style, points, y_text in ((0, "B", size, SIZE / 2 + size / 3 / MM), (1, "", work.LABEL, SIZE - 6 / MM)):
        pdf.set_font("PT", style, points)
        for (x, y), pair in zip(where, texts, strict=True):
            pdf.text(x + (SIZE - pdf.get_string_width(pair[which])) / 2, y + y_text, pair[which])


for sheet in work.sheets():
    face([work.texts(counter) for counter in sheet], work.FRONT, back=False)
    face([("?", "SIDE A")] * len(sheet), work.BACK, back=True)
pdf.output(work.OUTPUT)
