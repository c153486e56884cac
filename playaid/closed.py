"""ReportLab with every outside source of settings closed: no settings file and no variable from outside changes a page.

Its parts are handed on from here, so that nothing imports ReportLab before that.
"""

import os
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def closed_environment() -> Iterator[None]:
    """Hide the variables that ReportLab heeds: its own settings, and the date that a distribution's builds set."""
    heeded = [name for name in os.environ if name.startswith("RL_") or name == "SOURCE_DATE_EPOCH"]
    hidden = {name: os.environ.pop(name) for name in heeded}
    try:
        yield
    finally:
        os.environ.update(hidden)


def harden() -> None:
    """Import ReportLab's settings with every outside source closed, then fix those the bytes depend on.

    Without this `reportlab_settings.py` in the working folder is executed, and so is ``~/.reportlab_settings``.
    """
    for name in ("reportlab_settings", "reportlab.local_rl_settings"):
        stand_in = types.ModuleType(name)
        stand_in.__dict__["__all__"] = ()
        sys.modules.setdefault(name, stand_in)
    with closed_environment():
        from reportlab import rl_config
    settings = rl_config.__dict__
    settings.update(invariant=1, useA85=0, pageCompression=1, trustedHosts=None, trustedSchemes=[], toColorCanUse=None)


harden()

from reportlab.lib.rl_accel import fp_str  # noqa: E402  # only after the settings are closed, as all below
from reportlab.pdfbase import pdfdoc, pdfmetrics  # noqa: E402
from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

__all__ = [
    "FF_NONSYMBOLIC",
    "FF_SYMBOLIC",
    "SUBSETN",
    "Canvas",
    "TTFont",
    "closed_environment",
    "fp_str",
    "pdfdoc",
    "pdfmetrics",
]
