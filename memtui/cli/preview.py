"""`memtui preview`: what an agent would load for a feature, and why."""

from argparse import Namespace
from math import isnan
from typing import Any

from memtui import api
from memtui.cli.output import json_number, number, say, say_json, say_text, table
from memtui.cli.projects import project_of
from memtui.core.explain import headline
from memtui.core.scoring import FileScore, tokens_of
from memtui.core.tokens import tokens
from memtui.core.workspace import Workspace


def preview(options: Namespace) -> int:
    """Print the selection for a feature as a table, as JSON, or the prompt itself."""
    project = project_of(options.project)
    workspace = api.preview(project, options.title, options.description, options.profile)
    if options.json:
        say_json({"project": str(project.root), **_document(workspace)})
    elif options.prompt:
        say_text(workspace.prompt_text)
    else:
        say(*_lines(workspace))
    return 0


def _document(workspace: Workspace) -> dict[str, Any]:
    selection, feature = workspace.selection, workspace.feature
    with_context = workspace.profile == "automaker-app"
    context = workspace.snapshot.context if with_context else ()
    return {
        "profile": workspace.profile,
        "title": feature.title,
        "description": feature.description,
        "terms": list(selection.terms),
        "selected": list(selection.selected),
        "tokens": workspace.prompt_tokens,
        "context_files": [{"name": file.name, "tokens": tokens(file.text)} for file in context],
        "files": [_file(workspace, selection.score_of(name)) for name in selection.order],
    }


def _file(workspace: Workspace, score: FileScore) -> dict[str, Any]:
    parts, matched = score.parts, score.matched
    return {
        "name": score.name,
        "loaded": score.loaded,
        "reason": score.reason,
        "rank": score.rank,
        "gap": None if score.gap is None else json_number(score.gap),
        "score": json_number(score.score),
        "tokens": _tokens(workspace, score.name),
        "marks": _marks(workspace, score.name),
        "parts": {
            "tags": json_number(parts.tags),
            "relevantTo": json_number(parts.relevant_to),
            "summary": json_number(parts.summary),
            "category": json_number(parts.category),
            "importance": json_number(parts.importance),
            "usage": json_number(parts.usage),
        },
        "matched": {
            "tags": list(matched.tags),
            "relevantTo": list(matched.relevant_to),
            "summary": list(matched.summary),
            "category": list(matched.category),
        },
        "never": list(score.never),
    }


def _tokens(workspace: Workspace, name: str) -> int:
    return tokens_of(workspace.snapshot.by_name[name], workspace.profile)


def _marks(workspace: Workspace, name: str) -> list[str]:
    """Return what is wrong with a file, whatever the profile: its block, or the file itself."""
    memory = workspace.snapshot.by_name[name]
    marks = ["bad-frontmatter"] if memory.reading.bad else []
    return [*marks, memory.fault.kind] if memory.fault else marks


def _lines(workspace: Workspace) -> list[str]:
    selection = workspace.selection
    head = [f"{workspace.feature.title}  ({workspace.profile})"]
    head.append(f"words: {' '.join(selection.terms) or 'none that count'}")
    if workspace.profile == "automaker-app" and workspace.snapshot.context:
        names = ", ".join(file.name for file in workspace.snapshot.context)
        head.append(f"before the memory: {names}")
    if not selection.order:
        return [*head, "", "no memory files, so nothing loads"]
    rows = [_row(workspace, selection.score_of(name)) for name in selection.order]
    lines = table(rows, right=frozenset({2, 3}))
    count = len(selection.selected)
    files = "1 file" if count == 1 else f"{count} files"
    size = workspace.prompt_tokens
    lines.insert(count, f"── loaded above: {files}, about {size:,} tokens ──")
    return [*head, "", *lines]


def _row(workspace: Workspace, score: FileScore) -> list[str]:
    why = _arithmetic(score) if score.parts.matched else headline(score)
    if score.parts.matched and score.reason != "score":
        why = f"{headline(score)}; {why}"
    marks = _marks(workspace, score.name)
    notes = [f"never: {', '.join(score.never)}"] if score.never else []
    return [
        "●" if score.loaded else "○",
        score.name,
        "–" if isnan(score.score) else f"{score.score:.2f}",
        f"{_tokens(workspace, score.name):,}",
        "; ".join([why, *notes, *marks]),
    ]


def _arithmetic(score: FileScore) -> str:
    """Return the words that matched, with their weights and the multipliers."""
    parts, matched = score.parts, score.matched
    sums = [
        f"{label} {', '.join(words)} = {number(points)}"
        for label, words, points in (
            ("tags", matched.tags, parts.tags),
            ("relevantTo", matched.relevant_to, parts.relevant_to),
            ("summary", matched.summary, parts.summary),
            ("name", matched.category, parts.category),
        )
        if words
    ]
    return f"{' + '.join(sums)}; × {number(parts.importance)} × usage {number(parts.usage)}"
