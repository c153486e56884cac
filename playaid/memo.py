"""Keys by identity, for functions that keep what they gave for values too large to be compared.

What such a function gives must follow from its arguments alone; a memo then changes how long a build takes and nothing
else. Every memo has a limit, so that a thousand scenarios take no more memory than ten.
"""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """A value as a key that is equal to itself alone. It keeps the value, so no other takes its place."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        """Hold the value."""
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
