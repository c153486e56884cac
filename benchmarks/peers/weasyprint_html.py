"""The work as HTML with absolute places, by WeasyPrint."""

import work
from weasyprint import HTML

STYLE = f"""
@font-face {{ font-family: PT; src: url("{work.REGULAR.as_uri()}") }}
@font-face {{ font-family: PT; font-weight: bold; src: url("{work.BOLD.as_uri()}") }}
@page {{ size: {work.WIDTH}mm {work.HEIGHT}mm; margin: 0 }}
body {{ margin: 0; font-family: PT }}
.p {{ position: relative; width: {work.WIDTH}mm; height: {work.HEIGHT}mm; break-after: page; overflow: hidden }}
.p:last-child {{ break-after: auto }}
.c {{ position: absolute; width: {work.SIZE}mm; height: {work.SIZE}mm; box-sizing: border-box; text-align: center;
      border: {work.BORDER}pt solid #000 }}
.n {{ font-weight: bold; font-size: {work.FRONT}pt; line-height: 1; margin-top: 23pt }}
.b .n {{ font-size: {work.BACK}pt; margin-top: 20pt }}
.l {{ position: absolute; left: 0; right: 0; bottom: 4pt; font-size: {work.LABEL}pt; line-height: 1.2 }}
.v, .h {{ position: absolute; width: {work.MARK}pt; height: {work.LONG}mm; background: #000 }}
.h {{ width: {work.LONG}mm; height: {work.MARK}pt }}
"""
MARKS = "".join(
    f'<i class={"v" if x == x_end else "h"} style="left:{x}mm;top:{y}mm"></i>' for x, y, x_end, _ in work.marks()
)


def face(texts: list[tuple[str, str]], back: bool) -> str:
    """Give one page."""
    counters = (
        f'<div class=c style="left:{x}mm;top:{y}mm"><div class=n>{big}</div><div class=l>{label}</div></div>'
        for (x, y), (big, label) in zip(work.places(len(texts), back), texts, strict=True)
    )
    return f'<div class="p{" b" if back else ""}">{MARKS}{"".join(counters)}</div>'


pages = [f"<style>{STYLE}</style>"]
for sheet in work.sheets():
    pages.append(face([work.texts(counter) for counter in sheet], back=False))
    pages.append(face([("?", "SIDE A")] * len(sheet), back=True))
HTML(string="".join(pages)).write_pdf(work.OUTPUT)
