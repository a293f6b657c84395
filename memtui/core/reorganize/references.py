"""Entries that go elsewhere keep the definitions of links and footnotes that they use."""

from collections.abc import Sequence

from memtui.core.newlines import dominant
from memtui.core.reorganize.carry import Part
from memtui.core.reorganize.definitions import Definition, definitions, used


def with_definitions(
    name: str,
    own: tuple[Part, ...],
    carried: Sequence[Part],
    known: Sequence[Definition],
    notes: list[str],
) -> tuple[Part, ...]:
    """Return a body's parts with the definitions that it uses and would not have.

    Args:
        name: The file's name.
        own: What stands or stays there.
        carried: What comes from another file.
        known: The definitions of the file that it comes from, or that loses something.
        notes: Gets what is to be said.
    """
    if not known:
        return own
    coming = "".join(part.text for part in carried or own)
    there = definitions("".join(part.text for part in own)) if carried else ()
    wanted = used(coming, known)
    says = {each.label: each.says for each in there}
    # The first definition of a file counts, and what comes stands below what is there.
    notes += (
        f"{name}: {each.shown} is defined there too, and means something else"
        for each in known
        if each.label in wanted and says.get(each.label, each.says) != each.says
    )
    have = says.keys() | {each.label for each in definitions(coming)}
    copied = [each for each in known if each.label in wanted and each.label not in have]
    if not copied:
        return own
    shown = ", ".join(each.shown for each in copied)
    notes.append(f"{name}: the definition of {shown} is copied to it, where it is used too")
    newline = dominant(coming)
    lines = newline.join(each.text for each in copied) + newline
    return (own[0].with_more(lines, newline), *own[1:])
