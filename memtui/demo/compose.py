"""The sample project's large file: many decisions, composed from `decisions.toml`."""

import datetime as dt
import tomllib
from pathlib import Path
from typing import Any

from memtui.core.learning import Learning, entry

_FIRST_DAY = dt.date(2025, 2, 3)


def decisions(source: Path) -> str:
    """Return the entries, one for each pair of an area and every second theme.

    Args:
        source: The file with the areas and themes.
    """
    parts = tomllib.loads(source.read_text(encoding="utf-8"))
    themes, areas = parts["theme"], parts["area"]
    composed: list[str] = []
    for turn in range(len(themes) // 2):
        for column, area in enumerate(areas):
            # Three steps aside for each area, so that neighbours have different themes.
            row = column % 2 + 2 * ((turn + 3 * column) % (len(themes) // 2))
            number = len(composed)
            day = _FIRST_DAY + dt.timedelta(days=2 * number + number % 3)
            composed.append(entry(_learning(themes[row], area, row, number), day))
    return "\n".join(composed)


def _learning(theme: dict[str, str], area: dict[str, Any], row: int, number: int) -> Learning:
    cases = area["cases"]
    case = cases[row // 2 % len(cases)]
    words = {
        "name": area["name"],
        "module": area["module"],
        "case": case,
        "Case": case[0].upper() + case[1:],
        # Spread by primes, so that neighbours do not look alike.
        "ticket": 1200 + number * 37 % 4801,
        "seconds": 2 + number * 7 % 29,
        "ms": 150 + number * 110 % 2350,
        "rows": 3 + number * 11 % 87,
    }
    fields = {name: text.format(**words) for name, text in theme.items()}
    return Learning("decision", **fields)
