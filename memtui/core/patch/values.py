"""Values for a frontmatter key: which are refused, and how they are spelled."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from memtui.core import automaker, frontmatter
from memtui.core.metadata import COUNTERS, KEYS, LISTS, Value
from memtui.core.yaml_nodes import Scalar, UnreadableError, brief
from memtui.core.yaml_nodes import Sequence as ListNode
from memtui.errors import BadValue

Place = Literal["value", "flow", "item"]
"""Where a text stands: behind a key, within brackets or braces, or behind a dash."""

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Line ends, control characters, and what no YAML or UTF-8 text can hold."""

TORN: Final = {
    ",": "a comma",
    '"': "a quote mark",
    "'": "a quote mark",
    "[": "a square bracket",
    "]": "a square bracket",
}
"""What Automaker's reader does not leave in an item."""

# What YAML 1.1, which many readers still speak, takes for no text (https://yaml.org/type/).
_OLD_YAML: Final = re.compile(
    r"(?i:yes|no|on|off)|<<|=|[-+]?0b[01_]+|[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?|[-+]?0x[0-9a-fA-F_]+"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9].*)?"
)
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_WHOLE: Final = re.compile(r"[0-9]{1,300}")


def check(key: str, value: Value, *, known: Collection[str] = ()) -> None:
    """Make sure that a key can take a value.

    Args:
        key: A frontmatter key, dotted for the counters.
        value: What it would hold.
        known: Items that the list holds already; they are not judged again.

    Raises:
        BadValue: The key is none, or the value is out of range, of the wrong kind, or would not
            survive Automaker's own reader.
    """
    _check_key(key)
    if key in LISTS:
        if not isinstance(value, tuple):
            raise BadValue(f"{key}: a list is due", key)
        for item in value:
            if item not in known:
                _check_item(key, item)
    elif key == "summary":
        _check_summary(value)
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadValue(f"{key}: a number is due", key)
    elif key == "importance":
        if not 0 <= value <= 1:
            raise BadValue(f"importance: {spell_number(value)} is not within 0 to 1", key)
    elif not isinstance(value, int) or value < 0:
        raise BadValue(f"{key}: {value} is no whole number of 0 or more", key)


def parse(key: str, words: Sequence[str]) -> Value:
    """Return the value that words of a command line stand for.

    Args:
        key: A frontmatter key, dotted for the counters.
        words: A list's items, the summary's words, or one number. With none a list becomes
            empty, the importance 0.5 and a counter 0.

    Raises:
        BadValue: The key is none, or cannot take that value.
    """
    _check_key(key)
    value: Value
    if key in LISTS:
        value = tuple(words)
    elif key == "summary":
        value = " ".join(words)
    elif len(words) > 1:
        raise BadValue(f"{key}: one number is due, not {len(words)} words", key)
    elif key == "importance":
        if words and not _NUMBER.fullmatch(words[0]):
            raise BadValue(f"importance: {brief(words[0])} is no number", key)
        value = float(words[0]) if words else 0.5
    else:
        if words and not _WHOLE.fullmatch(words[0]):
            raise BadValue(f"{key}: {brief(words[0])} is no whole number of 0 or more", key)
        value = int(words[0]) if words else 0
    check(key, value)
    return value


def _check_key(key: str) -> None:
    if key not in KEYS:
        raise BadValue(f"{key}: no such key; there are {', '.join(KEYS)}", key)


def _check_item(key: str, item: str) -> None:
    if not item.strip():
        raise BadValue(f"{key}: an empty item", key)
    if CONTROL.search(item):
        raise BadValue(f"{key}: {brief(item)} holds a line end or control character", key)
    for mark, what in TORN.items():
        if mark in item:
            effect = "drop it" if what == "a quote mark" else "tear the item apart"
            raise BadValue(f"{key}: {brief(item)} holds {what}: Automaker would {effect}", key)


def _check_summary(value: Value) -> None:
    if not isinstance(value, str):
        raise BadValue("summary: a text is due", "summary")
    if not value.strip():
        reason = "Automaker would take the next line's text for an empty one"
        raise BadValue(f"summary: one line is due; {reason}", "summary")
    if CONTROL.search(value):
        raise BadValue("summary: it holds a line end or control character", "summary")


def spell_number(value: float) -> str:
    """Return a number in digits, without an exponent, which Automaker would not read."""
    digits = repr(value)
    if "e" in digits:
        # Imported here for start-up: hardly any number is that small.
        from decimal import Decimal

        digits = format(Decimal(digits), "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def spell(text: str, place: Place, style: str = "") -> str:
    """Return a text as it is written in the block.

    The first of these that YAML reads back as the same text and Automaker too: the quotes asked
    for, none, double, single; if Automaker can read none of them, the first that YAML reads. A
    word that older YAML takes for a truth value, number or date is never left without quotes.

    Args:
        text: What is to be read.
        place: Where it stands.
        style: A quote mark that stood there before, or ``""``.
    """
    single = "" if CONTROL.search(text) else "'" + text.replace("'", "''") + "'"
    plain = text if single and not _OLD_YAML.fullmatch(text) else ""
    double = _double(text)
    wanted = {"'": single, '"': double}.get(style, "")
    readable = ""
    for spelling in (wanted, plain, double, single):
        if spelling and _yaml_reads(spelling, place) == text:
            if _automaker_reads(spelling, place) == text:
                return spelling
            readable = readable or spelling
    return readable or double


def spell_list(items: Sequence[str]) -> str:
    """Return a list in brackets on one line."""
    return "[" + ", ".join(spell(item, "flow") for item in items) + "]"


def spell_value(value: Value, place: Place, style: str = "") -> str:
    """Return any value on one line; `place` and `style` as in `spell`."""
    if isinstance(value, tuple):
        return spell_list(value)
    return spell(value, place, style) if isinstance(value, str) else spell_number(value)


def plain_lines(values: Mapping[str, Value]) -> list[str]:
    """Return the lines of the plain shape, without the ``---`` lines and without line ends.

    Args:
        values: One for each of `metadata.KEYS`.
    """
    lines = [f"{key}: {spell_value(values[key], 'value')}" for key in KEYS if "." not in key]
    return [*lines, *counter_lines(values, "  ")]


def counter_lines(values: Mapping[str, Value], indent: str) -> list[str]:
    """Return the lines of all counters, those below ``usageStats`` indented."""
    counters = (f"{indent}{name}: {values[f'usageStats.{name}']}" for name in COUNTERS)
    return ["usageStats:", *counters]


def _yaml_reads(spelling: str, place: Place) -> str | None:
    """Return the text that YAML takes from a spelling, None if it takes something else."""
    lines = {
        "value": f"k: {spelling}\n",
        "flow": f"k: [{spelling}]\n",
        "item": f"k:\n- {spelling}\n",
    }
    try:
        root = frontmatter.tree(lines[place])
    except UnreadableError:
        return None
    pair = root.find("k") if root and len(root.pairs) == 1 else None
    node = pair.value if pair else None
    if isinstance(node, ListNode):
        node = node.items[0] if len(node.items) == 1 else None
    return node.text if isinstance(node, Scalar) and node.kind == "str" else None


def _automaker_reads(spelling: str, place: Place) -> str | None:
    """Return the text that Automaker takes from a spelling on a line of its own."""
    if place == "value":
        return automaker.read(f"---\nsummary: {spelling}\n---\n")[0].summary
    tags = automaker.read(f"---\ntags: [{spelling}]\n---\n")[0].tags
    return tags[0] if len(tags) == 1 else None


def _double(text: str) -> str:
    def escape(match: re.Match[str]) -> str:
        character = match.group()
        return f"\\{character}" if character in '"\\' else f"\\u{ord(character):04X}"

    # JSON's escapes are not YAML's: it writes characters beyond U+FFFF as two.
    return '"' + re.sub(rf'["\\]|{CONTROL.pattern}', escape, text) + '"'
