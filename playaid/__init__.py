"""playaid: checked, printed play aids for hidden deployment and night fighting at the gaming table."""

__version__ = "0.1.0"
