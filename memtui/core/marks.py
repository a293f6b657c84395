"""What Automaker would not read, or would erase at its next load."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing."""

    key: str
    line: int
    kind: Literal["unread", "erased", "odd", "bad"]
    message: str
    fixable: bool


def marks(text: str) -> tuple[Mark, ...]:
    return ()
