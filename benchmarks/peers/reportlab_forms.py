"""ReportLab by hand, as fast as it goes: what repeats is a form, and texts of one size share a text object."""

import work
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from work import MM, SIZE

pdfmetrics.registerFont(TTFont("Regular", str(work.REGULAR)))
pdfmetrics.registerFont(TTFont("Bold", str(work.BOLD)))
page = Canvas(work.OUTPUT, pagesize=(work.WIDTH * MM, work.HEIGHT * MM), pageCompression=1)
widths: dict[tuple[str, str, int], float] = {}
forms: set[str] = set()


def frame(count: int, back: bool) -> None:
    """Draw crop marks and borders."""
    page.setLineWidth(work.MARK)
    high = work.HEIGHT
    page.lines([(a * MM, (high - b) * MM, c * MM, (high - d) * MM) for a, b, c, d in work.marks()])
    page.setLineWidth(work.BORDER)
    path = page.beginPath()
    for x, y in work.places(count, back):
        path.rect(x * MM, (high - y - SIZE) * MM, SIZE * MM, SIZE * MM)
    page.drawPath(path)


def write(texts: list[tuple[str, str]], size: int, back: bool) -> None:
    """Write the big text and the label of every counter of a sheet."""
    block = page.beginText()
    big = SIZE / 2 * MM - size / 3
    for which, font, points, rise in ((0, "Bold", size, big), (1, "Regular", work.LABEL, 6)):
        block.setFont(font, points)
        for (x, y), pair in zip(work.places(len(texts), back), texts, strict=True):
            key = pair[which], font, points
            if key not in widths:
                widths[key] = pdfmetrics.stringWidth(*key)
            block.setTextOrigin((x + SIZE / 2) * MM - widths[key] / 2, (work.HEIGHT - y - SIZE) * MM + rise)
            block.textOut(pair[which])
    page.drawText(block)


for sheet in work.sheets():
    count = len(sheet)
    front, back = f"front{count}", f"back{count}"
    if front not in forms:
        forms.add(front)
        page.beginForm(front)
        frame(count, back=False)
        page.endForm()
        page.beginForm(back)
        frame(count, back=True)
        write([("?", "SIDE A")] * count, work.BACK, back=True)
        page.endForm()
    page.doForm(front)
    write([work.texts(counter) for counter in sheet], work.FRONT, back=False)
    page.showPage()
    page.doForm(back)
    page.showPage()
page.save()
