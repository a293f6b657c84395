"""Where a long line is broken to fit a width."""

from rich.cells import get_character_cell_size


def wrap(text: str, width: int) -> tuple[tuple[int, int], ...]:
    """Return the rows of a text as pairs of offsets that lie end to end.

    A row breaks behind a space where it can. One space may stand in the cell behind the last
    one, so a caller that draws a cursor keeps a cell free for it.

    Args:
        text: One line without control characters.
        width: Cells of a row.

    Returns:
        At least one row; the last is empty when the text is, or ends in such a space.
    """
    width = max(1, width)
    rows: list[tuple[int, int]] = []
    start = 0
    while (end := _fitting(text, start, width)) < len(text):
        if text[end] == " ":
            end += 1
        elif (space := text.rfind(" ", start, end)) >= 0:
            end = space + 1
        rows.append((start, end))
        start = end
    return (*rows, (start, len(text)))


def _fitting(text: str, start: int, width: int) -> int:
    """Return the end of the longest part from `start` on that fits, at least one character."""
    if text.isascii():
        return min(start + width, len(text))
    cells = 0
    for index in range(start, len(text)):
        cells += get_character_cell_size(text[index])
        if cells > width:
            return max(index, start + 1)
    return len(text)
