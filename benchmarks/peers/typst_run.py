"""The work by Typst: counters.typ."""

from pathlib import Path

import typst
import work

typst.compile(
    str(Path(__file__).with_name("counters.typ")),
    output=work.OUTPUT,
    font_paths=[str(work.FONTS)],
    ignore_system_fonts=True,
    sys_inputs={"count": str(work.COUNT)},
)
