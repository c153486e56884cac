"""The readers that are fuzzed: each takes bytes, and may only refuse them as playaid refuses."""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

from playaid.decoding import decode
from playaid.diagnostics import PlayaidError, Rejected
from playaid.lengths import NotALength, parse_length
from playaid.reveal import Unprovable, strict
from playaid.ruleset import load_ruleset
from playaid.scenario import Orders, Scenario
from playaid.source import parse

Reader = str

FILE = Path("fuzz.yaml")


def read_source(data: bytes) -> None:
    """The strict YAML reader."""
    try:
        parse(data, FILE, secret=True)
    except Rejected as rejected:
        rejected.report.as_text()


def read_scenario(data: bytes) -> None:
    """A scenario's model."""
    try:
        decode(Scenario, parse(data, FILE), unit="cm")
    except Rejected as rejected:
        rejected.report.as_json()


def read_orders(data: bytes) -> None:
    """The model of orders."""
    try:
        decode(Orders, parse(data, FILE, secret=True), unit="in")
    except Rejected as rejected:
        rejected.report.discreet().as_github()


def read_ruleset(data: bytes) -> None:
    """A club's own ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "club.yaml").write_bytes(data)
        with contextlib.suppress(Rejected, PlayaidError):
            load_ruleset("club.yaml", Path(folder))


def read_reveal(data: bytes) -> None:
    """A reveal or slip."""
    with contextlib.suppress(Unprovable):
        strict(data)


def read_length(data: bytes) -> None:
    """A length on the command line."""
    with contextlib.suppress(NotALength):
        parse_length(data.decode("utf-8", "replace"), "cm")


READERS: dict[Reader, Callable[[bytes], None]] = {
    "source": read_source,
    "scenario": read_scenario,
    "orders": read_orders,
    "ruleset": read_ruleset,
    "reveal": read_reveal,
    "length": read_length,
}
