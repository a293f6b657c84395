"""`memtui entries`: the entries of a memory file, numbered."""

from argparse import Namespace
from typing import Any

from memtui.cli.output import say, say_json, table
from memtui.core.entries import line_number
from memtui.core.memory import Memory
from memtui.core.reorganize.units import units
from memtui.core.tokens import tokens
from memtui.errors import StoreError
from memtui.store.files import read_memory
from memtui.store.project import resolve_file


def entries(options: Namespace) -> int:
    """Print the entries of a file as a table or as JSON."""
    project, name = resolve_file(options.file, options.project)
    memory = read_memory(project, name)
    if memory.fault and memory.fault.hides:
        raise StoreError(f"{name}: {memory.fault.reason}")
    found = _described(memory)
    loose = [unit for unit in found if not unit["level"]]
    if options.json:
        # What `split` takes where there are no headings is no entry.
        units_too = {"units": loose} if loose else {}
        say_json({"file": name, "entries": [] if loose else found, **units_too})
        return 0
    if loose or not found:
        more = "; split takes its paragraphs and bullets" if loose else ""
        say(f"{name}: no entries{more}")
    if found:
        rows = [["", "kind", "tokens", "entry"]]
        for entry in found:
            kind = entry["kind"] or "–"
            rows.append([str(entry["number"]), kind, f"{entry['tokens']:,}", entry["heading"]])
        say(*table(rows, right=frozenset({0, 2})))
    return 0


def _described(memory: Memory) -> list[dict[str, Any]]:
    """Return the entries, or what takes their place (`memtui.core.reorganize.units`)."""
    body = memory.reading.body
    # The body is what stands behind the frontmatter, so its lines follow those.
    above = line_number(memory.text, len(memory.text) - len(body))
    described = []
    for entry in units(body):
        text = body[entry.start : entry.end]
        described.append(
            {
                "number": entry.number,
                "heading": entry.heading,
                "kind": entry.kind,
                "level": entry.level,
                "date": entry.date,
                "line": above + entry.line,
                "bytes": len(text.encode()),
                "tokens": tokens(text),
            }
        )
    return described
