"""Automaker's own reader and writer of a memory file, and what its next load makes of a text.

Automaker has no YAML parser: it takes values out of the block with regular expressions of
JavaScript and writes the whole block anew each time it loads the file. Each function here says
in its comment which expression it stands for; the searches are written out so that no text,
however odd, costs more than one pass.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from memtui.core.metadata import Metadata, UsageStats

WS: Final = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
r"""What JavaScript takes for white space: ``\s``, and what ``trim`` drops."""

INFINITE: Final = 1 << 1024
"""The counter whose digits are no finite double: JavaScript reads Infinity."""

_WS_RUN: Final = re.compile(f"[{WS}]*")
_LINE: Final = re.compile(r"[^\n\r\u2028\u2029]*")
_DIGITS: Final = re.compile("[0-9]+")
_DECIMAL: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_NEEDS_QUOTES: Final = re.compile("""[]:[{}#&*!|>'"%@`\n\r]""")
_QUOTES: Final = ("'", '"')
_RULE: Final = "---"


def read(text: str) -> tuple[Metadata, str]:
    """Return metadata and body as Automaker's own reader takes them.

    Args:
        text: The whole file, decoded as UTF-8, a byte-order mark kept.

    Returns:
        The metadata, with the defaults where nothing is found, and the text behind the block.
        The importance is NaN where Automaker finds a dot and no digit. A counter is the double
        that JavaScript makes of its digits, or `INFINITE`.
    """
    span = _block(text)
    if span is None:
        return Metadata(), text
    start, end, body = span
    block = text[start:end]
    return (
        Metadata(
            tags=_list(block, "tags:"),
            relevant_to=_list(block, "relevantTo:"),
            summary=_summary(block),
            importance=_importance(block),
            related_files=_list(block, "relatedFiles:"),
            usage_stats=UsageStats(
                _counter(block, "loaded:"),
                _counter(block, "referenced:"),
                _counter(block, "successfulFeatures:"),
            ),
        ),
        text[body:],
    )


def write(metadata: Metadata, body: str) -> str:
    """Return the text that Automaker writes for these values and this body."""
    stats = metadata.usage_stats
    return (
        f"---\n"
        f"tags: {_flow(metadata.tags)}\n"
        f"summary: {_scalar(metadata.summary)}\n"
        f"relevantTo: {_flow(metadata.relevant_to)}\n"
        f"importance: {number(metadata.importance)}\n"
        f"relatedFiles: {_flow(metadata.related_files)}\n"
        f"usageStats:\n"
        f"  loaded: {number(stats.loaded)}\n"
        f"  referenced: {number(stats.referenced)}\n"
        f"  successfulFeatures: {number(stats.successful_features)}\n"
        f"---\n{body}"
    )


def forecast(text: str, loads: int = 1) -> str:
    """Return the text after Automaker loaded the file, each time counting and rewriting it.

    Args:
        text: The file as it stands.
        loads: How often it is loaded; 0 leaves it as it is.
    """
    for _ in range(loads):
        metadata, body = read(text)
        stats = metadata.usage_stats
        counted = replace(stats, loaded=_whole(double(stats.loaded) + 1.0))
        text = write(replace(metadata, usage_stats=counted), body)
    return text


def number(value: float) -> str:
    """Return a number as JavaScript prints it (ECMAScript, Number::toString, radix 10)."""
    value = double(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    # Both languages print the shortest digits that read back as the same double; only the
    # places where the exponent notation begins differ.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{point - 1:+d}"


def double(value: float) -> float:
    """Return a number of any size as JavaScript holds it: a double, maybe infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _whole(value: float) -> int:
    return INFINITE if math.isinf(value) else int(value)


def _block(text: str) -> tuple[int, int, int] | None:
    r"""Return where the block begins and ends and where the body begins.

    ``/^---\s*\r?\n([\s\S]*?)\r?\n---\s*\r?\n/``: the first white space runs to its last line
    feed behind which a closing rule is found, which can only be the last or the last but one:
    a line feed with a rule behind it ends the white space.
    """
    if not text.startswith(_RULE):
        return None
    end = _white(text, len(_RULE))
    for _ in range(2):
        feed = text.rfind("\n", len(_RULE), end)
        if feed < 0:
            return None
        found = _closing(text, feed + 1)
        if found:
            return (feed + 1, *found)
        end = feed
    return None


def _closing(text: str, start: int) -> tuple[int, int] | None:
    r"""Return where ``\r?\n---\s*\r?\n`` first stands from `start` on, and where it ends."""
    rule = text.find("\n---", start)
    while rule >= 0:
        behind = rule + len("\n---")
        feed = text.rfind("\n", behind, _white(text, behind))
        if feed >= 0:
            # Before the first place that is searched stands a line feed, never a return.
            return rule - (text[rule - 1] == "\r"), feed + 1
        rule = text.find("\n---", behind)
    return None


def _white(text: str, position: int) -> int:
    return _end(_WS_RUN, text, position)


def _end(run: re.Pattern[str], text: str, position: int) -> int:
    """Return where a run ends that begins at the position and may be empty."""
    match = run.match(text, position)
    return match.end() if match else position


def _values(block: str, key: str) -> Iterator[int]:
    """Yield where a value may begin: behind each hit of the key and the white space there."""
    hit = block.find(key)
    while hit >= 0:
        yield _white(block, hit + len(key))
        hit = block.find(key, hit + len(key))


def _list(block: str, key: str) -> tuple[str, ...]:
    r"""``/key:\s*\[(.*?)\]/``, split at commas, trimmed, every quote mark dropped."""
    hopeless = 0  # up to here the line has no closing bracket
    for start in _values(block, key):
        if start < hopeless or not block.startswith("[", start):
            continue
        line_end = _end(_LINE, block, start)
        close = block.find("]", start, line_end)
        if close < 0:
            hopeless = line_end
            continue
        items = block[start + 1 : close].split(",")
        bare = (item.strip(WS).replace('"', "").replace("'", "") for item in items)
        return tuple(item for item in bare if item)
    return ()


def _summary(block: str) -> str:
    r"""``/summary:\s*(.+)/``, trimmed, one quote mark dropped at each end.

    When only white space follows, the expression gives characters back to find one for its
    group; trimmed, that is empty.
    """
    start = next(_values(block, "summary:"), len(block))
    summary = block[start : _end(_LINE, block, start)].strip(WS)
    if summary.startswith(_QUOTES):
        summary = summary[1:]
    return summary[:-1] if summary.endswith(_QUOTES) else summary


def _importance(block: str) -> float:
    r"""``/importance:\s*([\d.]+)/``, ``parseFloat``, clamped to 0..1; NaN stays."""
    for start in _values(block, "importance:"):
        decimal = _DECIMAL.match(block, start)
        if decimal:
            return min(1.0, float(decimal.group()))
        if block.startswith(".", start):
            return math.nan
    return Metadata().importance


def _counter(block: str, key: str) -> int:
    r"""``/key:\s*(\d+)/``, as a double."""
    for start in _values(block, key):
        digits = _DIGITS.match(block, start)
        if digits:
            return _whole(float(digits.group()))
    return 0


def _flow(items: tuple[str, ...]) -> str:
    return f"[{', '.join(map(_scalar, items))}]"


def _scalar(text: str) -> str:
    if _NEEDS_QUOTES.search(text) or text != text.strip(WS):
        escaped = text.replace('"', '\\"')
        return f'"{escaped}"'
    return text
