"""A screenshot keeps wide characters in their cells."""

import re

import pytest
from rich.cells import cell_len

from memtui.ui.picture import spaced


def text(x: float, cells: int, shown: str) -> str:
    return (
        f'<text class="t-r1" x="{x:g}" y="20" textLength="{cells * 10}" clip-path="url(#t-1)">'
        f"{shown}</text>"
    )


def pieces(svg: str) -> list[tuple[float, float, str]]:
    found = re.findall(r'x="([\d.]+)" .*?textLength="([\d.]+)"[^>]*>([^<]*)<', svg)
    return [(float(x), float(length), shown) for x, length, shown in found]


@pytest.mark.parametrize("shown", ["plain", "a&#160;b", "&lt;x&gt; &amp; y", "ü ▇ ●"])
def test_narrow_text_stays_byte_for_byte(shown: str) -> None:
    svg = text(5, 5, shown)
    assert spaced(svg) == svg


def test_each_run_has_the_place_and_the_width_of_its_cells() -> None:
    svg = text(5, 8, "ab결제 c정<".replace(" ", "&#160;").replace("<", "&lt;"))
    assert pieces(spaced(svg)) == [
        (5, 20, "ab"),
        (25, 40, "결제"),
        (65, 20, "&#160;c"),
        (85, 20, "정"),
        (105, 10, "&lt;"),
    ]
    assert svg.count("clip-path") * 5 == spaced(svg).count('clip-path="url(#t-1)"')


def test_a_mark_stays_with_its_letter() -> None:
    decomposed = "\u1100\u1161\u1102\u1161"
    assert cell_len(decomposed) == 4
    assert pieces(spaced(text(0, 4, decomposed))) == [(0, 40, decomposed)]
