"""How a row of a routing table is drawn: its cells side by side, or below each other."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region

from memtui.core.plain import harmless
from memtui.core.routing import Row
from memtui.core.routing.look import Place, RouteLook, files_of
from memtui.ui.widgets.route_shape import (
    CARE,
    GAP,
    MARK,
    MISSING,
    QUIET,
    Findings,
    Shape,
    offer_text,
)

AT_REST: Final = 6
"""Most lines of the files of a row that is not in hand."""
_HANGING: Final = 2
"""Cells by which the further lines of a path are indented."""
_AHEAD: Final = 4
"""How many times the room of a cut text is looked at."""

FIRED: Final = "bold $text-success"
IN_HAND: Final = "on $accent 25%"


class Hand(NamedTuple):
    """Which cell of a row is in hand.

    Attributes:
        column: The cell that is lit up, or -1.
        field: Lines of the field that lies over it; 0 without one.
    """

    column: int = -1
    field: int = 0

    def freed(self, cell: list[Content], column: int) -> list[Content]:
        """Return the lines of a cell, free ones where the field lies over it."""
        if not self.field or column != self.column:
            return cell
        return [Content(" ")] * max(self.field, len(cell))

    def fitted(self, text: Content, column: int, width: int) -> Content:
        """Return a line of a cell, as wide as its column."""
        if column != self.column:
            return text.truncate(width, ellipsis=True, pad=True)
        return text.truncate(width, ellipsis=True, pad=True).stylize(IN_HAND)


class Drawn(NamedTuple):
    """The lines of a row, and where in them each of its cells stands."""

    lines: list[Content]
    places: tuple[Region, ...]


def height_at_rest(row: Row, shape: Shape, look: RouteLook) -> int:
    """Return the lines of a row that is not in hand."""
    files = files_of(row.files_cell)
    lines = len(files)
    if look.missing:
        lines += sum(bool(look.missing.get(file)) for file in files)
    lines = min(AT_REST, lines)
    if not shape.widths:
        lines += sum(map(bool, row.cells[: len(shape.table.header)]))
        lines -= bool(files)
    return max(1, lines)


def draw(row: Row, shape: Shape, found: Findings, hand: Hand | None = None) -> Drawn:
    """Draw a row.

    Args:
        row: What stands in it.
        shape: The columns.
        found: What is known of it besides.
        hand: How its cells are lit up when it is in hand; then it is shown whole, with what the
            shell hook would do otherwise.
    """
    most = 0 if hand else height_at_rest(row, shape, found.look)
    if hand and hand.field:
        shape = shape.with_field(hand.column)
    drawn = (_beside if shape.widths else _below)(row, shape, found, most, hand or Hand())
    if hand:
        lines = [*drawn.lines, *_further(row, shape), *_warnings(row, shape, found)]
    else:
        lines = [*drawn.lines, *[Content("")] * most][:most]
    return Drawn(lines, drawn.places)


def _beside(row: Row, shape: Shape, found: Findings, most: int, hand: Hand) -> Drawn:
    columns = range(len(shape.table.header))
    cells = [hand.freed(_cell(row, shape, index, found, most), index) for index in columns]
    height = max((len(cell) for cell in cells), default=1) or 1
    places = tuple(
        Region(shape.left(index), 0, shape.width(index), height) for index in range(len(cells))
    )
    lines = []
    for y in range(height):
        parts = [_mark(row, found, y)]
        for index, cell in enumerate(cells):
            text = cell[y] if y < len(cell) else Content("")
            parts += [hand.fitted(text, index, shape.width(index)), Content(" " * GAP)]
        lines.append(Content.assemble(*parts[:-1]))
    return Drawn(lines, places)


def _below(row: Row, shape: Shape, found: Findings, most: int, hand: Hand) -> Drawn:
    lines: list[Content] = []
    places = []
    for index, title in enumerate(shape.table.header):
        is_files = shape.roles[index] == "files"
        cell = _cell(row, shape, index, found, most and (AT_REST if is_files else 1))
        cell = hand.freed(cell, index)
        if not any(cell):
            cell = [] if most else [Content.styled(f"{harmless(title)}: –", QUIET)]
        places.append(Region(MARK, len(lines), shape.width(index), len(cell)))
        for text in cell:
            text = hand.fitted(text, index, shape.width(index))
            if not lines:
                text = text.stylize_before("bold")
            lines.append(_mark(row, found, len(lines)) + text)
    return Drawn(lines or [_mark(row, found, 0)], tuple(places))


def _mark(row: Row, found: Findings, y: int) -> Content:
    if y == 0 and row.number in found.fired:
        return Content.styled("▶ ", "$text-success")
    return Content(" " * MARK)


def _cell(row: Row, shape: Shape, column: int, found: Findings, most: int) -> list[Content]:
    """Return the lines of one cell, at most `most`, or all with 0."""
    role, width = shape.roles[column], shape.width(column)
    if role == "files" and row.files:
        return file_lines(row.files, width, found, most)
    if role == "keywords" and row.keywords:
        care = found.care.get(row.number, ())
        fired = found.fired.get(row.number, "")
        sign = bool(found.warned.get(row.number))
        return keyword_lines(row.keywords, width, most, fired=fired, care=care, sign=sign)
    text = row.cells[column] if column < len(row.cells) else ""
    return _lines(Content.styled(harmless(text), "" if role else QUIET), width, most)


def keyword_lines(
    keywords: Sequence[str],
    width: int,
    most: int,
    *,
    fired: str = "",
    care: Collection[str] = (),
    sign: bool = False,
) -> list[Content]:
    """Return keywords as lines; the one that fires is among them however short the room.

    Args:
        keywords: All of them.
        width: Cells of a line.
        most: Most lines, or 0 for as many as they need.
        fired: The keyword that fires, or ``""``.
        care: Keywords that the original shell hook takes otherwise.
        sign: Whether a sign behind them says so.
    """
    tail = Content.styled(" ▲", CARE) if sign else Content("")
    lines = _lines(_keywords(keywords, fired, care), width, most, tail)
    if most and fired in keywords and not any(_shows(line, fired) for line in lines):
        rest = keywords[list(keywords).index(fired) :]
        lines = _lines(Content("… ") + _keywords(rest, fired, care), width, most, tail)
    return lines


def _shows(line: Content, fired: str) -> bool:
    return harmless(fired) in line.plain


def _keywords(keywords: Sequence[str], fired: str, care: Collection[str]) -> Content:
    parts: list[tuple[str, str]] = []
    for keyword in keywords:
        if parts:
            parts.append((", ", QUIET))
        style = FIRED if keyword == fired else CARE if keyword in care else ""
        parts.append((harmless(keyword), style))
        fired = "" if keyword == fired else fired
    return Content.assemble(*parts)


def file_lines(files: Sequence[str], width: int, found: Findings, most: int) -> list[Content]:
    """Return files as lines, one each; below a missing one where it may be now."""
    missing, lines = found.look.missing, list[Content]()
    for place, file in enumerate(files):
        offers = missing.get(file)
        needed = 1 + bool(offers)
        last = place == len(files) - 1
        if most and len(lines) + needed > most - (not last):
            rest = files[place:]
            lost = any(file in missing for file in rest)
            lines.append(
                Content.styled(
                    f"… {len(rest)} more{' ✗' if lost else ''}", MISSING if lost else QUIET
                )
            )
            break
        lines += _file(file, width, found.look, whole=not most)
        if offers:
            lines.append(_offer(offers[0], width, found.mend))
    return lines


def _file(file: str, width: int, look: RouteLook, *, whole: bool) -> list[Content]:
    """Return a path with the sign for what the disk says; one that is cut keeps its end."""
    sign, style = "", ""
    if file in look.missing:
        sign, style = " ✗", MISSING
    elif file in look.outside:
        sign, style = " ▲ outside", CARE
    path = Content.styled(harmless(file), style)
    tail = Content.styled(sign, style)
    room = width - tail.cell_length
    if path.cell_length <= room or not whole:
        return [head_cut(path, room) + tail]
    *lines, last = _folded(path, room)
    return [*lines, last + tail]


def _folded(path: Content, width: int) -> list[Content]:
    """Return a path on as many lines as it needs, broken behind a ``/`` where it can be."""
    lines: list[Content] = []
    indent = 0
    while path.cell_length > width - indent:
        end = len(path)
        while path[:end].cell_length > max(1, width - indent):
            end -= 1
        slash = path.plain.rfind("/", 0, end) + 1
        end = slash or max(1, end)
        lines.append(Content(" " * indent) + path[:end])
        path = path[end:]
        indent = _HANGING if width > 3 * _HANGING else 0
    return [*lines, Content(" " * indent) + path]


def _offer(place: Place, width: int, key: str) -> Content:
    room = width - cell_len(key) - 1
    whole = Content.styled(offer_text(place), QUIET)
    fitting = whole if whole.cell_length <= room else _path(place.path, room, QUIET)
    return Content.styled(f"{key} ", "$text-accent") + fitting


def _path(path: str, width: int, style: str) -> Content:
    return head_cut(Content.styled(harmless(path), style), width)


def head_cut(text: Content, width: int) -> Content:
    """Return a path that fits; its end tells more than its beginning."""
    if text.cell_length <= width:
        return text
    # A few characters too many are taken away one by one: they may be two cells wide.
    rest = text[max(0, len(text) - width + 1) :]
    while rest.cell_length > max(0, width - 1):
        rest = rest[1:]
    return Content("…") + rest


def _lines(text: Content, width: int, most: int, tail: Content | None = None) -> list[Content]:
    """Return a text in lines, its rest replaced by ``…`` where it needs more than `most`."""
    tail = tail or Content("")
    if not text:
        return [tail] if tail else []
    if most and len(text) > width * most * _AHEAD:
        text = text[: width * most * _AHEAD]
    lines = text.wrap(max(2, width))
    if most and len(lines) > most:
        lines = lines[:most]
        room = width - 1 - tail.cell_length
        lines[-1] = lines[-1].rstrip().truncate(room) + Content("…")
    elif lines[-1].cell_length + tail.cell_length > width:
        if most and len(lines) == most:
            lines[-1] = lines[-1].truncate(width - 1 - tail.cell_length) + Content("…")
        else:
            lines.append(Content(""))
            tail = tail[1:]
    lines[-1] += tail
    return lines


def _further(row: Row, shape: Shape) -> list[Content]:
    """Return the cells that stand behind the last column."""
    cells = row.cells[len(shape.table.header) :]
    if not cells:
        return []
    text = f"further cells: {harmless(' │ '.join(cells))}"
    return [
        Content(" " * MARK) + line.stylize(QUIET)
        for line in Content(text).wrap(max(10, shape.room - MARK))
    ]


def _warnings(row: Row, shape: Shape, found: Findings) -> list[Content]:
    """Return what the shell hook would do otherwise, below the keywords where there is room."""
    indent = MARK
    if shape.widths:
        left = shape.left(shape.table.keywords)
        indent = left if left <= shape.room // 2 else MARK
    lines = []
    for text in found.warned.get(row.number, ()):
        first = True
        for line in Content(harmless(text)).wrap(max(10, shape.room - indent - 2)):
            sign = Content.styled("▲ ", CARE) if first else Content("  ")
            lines.append(Content(" " * indent) + sign + line.stylize(QUIET))
            first = False
    return lines
