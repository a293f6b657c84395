"""What a project's own files say about it: manifests, README, top folders, tools.

Nothing here is a parser of its own: a manifest that cannot be read is named and left out.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from memtui.core.initial import Facts, ProjectType, cut
from memtui.store import known

_NAME_WIDTH = 60
_PURPOSE_WIDTH = 240
_MOST_FOLDERS = 16
_LARGEST = 1 << 20
"""Bytes of a file that are looked at."""


@dataclass(frozen=True, slots=True)
class _Manifest:
    file: str
    language: str
    type: ProjectType
    why: str
    name: str = ""
    purpose: str = ""
    dependencies: frozenset[str] = frozenset()
    commands: tuple[tuple[str, str], ...] = ()


def read_facts(root: Path) -> Facts:
    """Return what the files in a project's root say about it.

    Args:
        root: The project's folder.
    """
    found: list[_Manifest] = []
    unread: list[str] = []
    for name, reader in _READERS.items():
        if (root / name).is_file():
            try:
                found.append(reader(root))
            except (OSError, ValueError, RecursionError) as error:
                unread.append(f"{name}: {cut(str(error), 120)}")
            except (TypeError, AttributeError):
                unread.append(f"{name}: a value is of another kind than such a file has")
    # A web framework says more than a command, and a command more than its absence.
    deciding = min(found, key=lambda m: ("web", "cli", "library").index(m.type), default=None)
    title, paragraph = _readme(root)
    purpose = next((m.purpose for m in found if m.purpose), paragraph)
    names = (*(m.name for m in found), title, root.name)
    commands = dict(pair for m in found for pair in m.commands) | _make_commands(root)
    return Facts(
        name=cut(next(filter(None, names), "project"), _NAME_WIDTH),
        purpose=cut(purpose, _PURPOSE_WIDTH),
        type=deciding.type if deciding else _type_without_manifest(root),
        guessed_from=deciding.why
        if deciding
        else f"no manifest {'could be read' if unread else 'was found'}",
        stack=tuple(dict.fromkeys(_stack(root, found))),
        folders=tuple(_folders(root)),
        conventions=tuple(_conventions(root, found, commands)),
        test_command=commands.get("test", ""),
        source=next((f"{name}/" for name in known.SOURCES if (root / name).is_dir()), ""),
        manifest=found[0].file if found else "",
        unread=tuple(unread),
    )


def _type_without_manifest(root: Path) -> ProjectType:
    return "web" if (root / "index.html").is_file() else "library"


# --- manifests ------------------------------------------------------------------------------


def _package_json(root: Path) -> _Manifest:
    content: dict[str, Any] = json.loads(_text(root / "package.json"))
    listed = {**content.get("dependencies", {}), **content.get("devDependencies", {})}
    scripts: dict[str, str] = content.get("scripts", {})
    type_, why = _judge("package.json", frozenset(listed), command=bool(content.get("bin")))
    run = _package_manager(root)
    commands = {
        key: f"{run} {name}" if name == "test" else f"{run} run {name}"
        for key, names in known.SCRIPTS.items()
        for name in names
        if name in scripts
    }
    typed = "typescript" in listed or (root / "tsconfig.json").is_file()
    return _Manifest(
        "package.json",
        "TypeScript" if typed else "JavaScript",
        type_,
        why,
        str(content.get("name") or ""),
        str(content.get("description") or ""),
        frozenset(listed),
        tuple(commands.items()),
    )


def _pyproject(root: Path) -> _Manifest:
    content = tomllib.loads(_text(root / "pyproject.toml"))
    poetry: dict[str, Any] = content.get("tool", {}).get("poetry", {})
    project: dict[str, Any] = content.get("project", {}) or poetry
    listed = [str(each) for each in content.get("project", {}).get("dependencies", [])]
    for extra in content.get("project", {}).get("optional-dependencies", {}).values():
        listed += [str(each) for each in extra]
    for group in content.get("dependency-groups", {}).values():
        listed += [each for each in group if isinstance(each, str)]
    listed += poetry.get("dependencies", {})
    names = {match[0].lower() for each in listed if (match := re.match(r"[\w.-]+", each))}
    type_, why = _judge("pyproject.toml", frozenset(names), command=bool(project.get("scripts")))
    tested = "pytest" in names or "pytest" in content.get("tool", {})
    return _Manifest(
        "pyproject.toml",
        "Python",
        type_,
        why,
        str(project.get("name") or ""),
        str(project.get("description") or ""),
        frozenset(names | {name.lower() for name in content.get("tool", {})}),
        (("test", "pytest"),) if tested else (),
    )


def _cargo(root: Path) -> _Manifest:
    content = tomllib.loads(_text(root / "Cargo.toml"))
    package: dict[str, Any] = content.get("package", {})
    names = frozenset(content.get("dependencies", {}))
    command = "bin" in content or (root / "src" / "main.rs").is_file()
    type_, why = _judge("Cargo.toml", names, command=command)
    commands = (("test", "cargo test"), ("lint", "cargo clippy"))
    purpose = str(package.get("description") or "")
    name = str(package.get("name") or "")
    return _Manifest("Cargo.toml", "Rust", type_, why, name, purpose, names, commands)


def _go_mod(root: Path) -> _Manifest:
    text = _text(root / "go.mod")
    module = re.search(r"^module\s+(\S+)", text, re.MULTILINE)
    names = frozenset(
        re.findall(r"^\s*(?:require\s+)?([\w.-]+\.[\w/.-]+)\s+v\d", text, re.MULTILINE)
    )
    command = (root / "main.go").is_file() or (root / "cmd").is_dir()
    type_, why = _judge("go.mod", names, command=command)
    name = re.sub(r"/v\d+$", "", module[1]).rpartition("/")[2] if module else ""
    commands = (("test", "go test ./..."), ("lint", "go vet ./..."))
    return _Manifest("go.mod", "Go", type_, why, name, "", names, commands)


_READERS: Final[dict[str, Callable[[Path], _Manifest]]] = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
}


def _judge(file: str, names: frozenset[str], *, command: bool) -> tuple[ProjectType, str]:
    """Return the type that a manifest speaks for, and why."""
    web = next((name for name in known.PRODUCTS if name in names and name in known.WEB), None)
    if web:
        return "web", f"{file} lists {web}"
    if command:
        return "cli", f"{file} and its folder make a command"
    return "library", f"{file} lists no web framework and makes no command"


def _stack(root: Path, found: list[_Manifest]) -> Iterator[str]:
    yield from (manifest.language for manifest in found)
    yield from (language for name, language in known.LANGUAGES.items() if (root / name).is_file())
    for manifest in found:
        yield from (
            shown for name, shown in known.PRODUCTS.items() if name in manifest.dependencies
        )
    if (root / "Dockerfile").is_file():
        yield "Docker"


# --- commands and tools ---------------------------------------------------------------------


def _package_manager(root: Path) -> str:
    return next((tool for file, tool in known.LOCKFILES.items() if (root / file).is_file()), "npm")


def _make_commands(root: Path) -> dict[str, str]:
    """Return the targets of a Makefile that check something."""
    if not (root / "Makefile").is_file():
        return {}
    try:
        targets = set(re.findall(r"^([a-z-]+)\s*:(?!=)", _text(root / "Makefile"), re.MULTILINE))
    except OSError:
        return {}
    return {key: f"make {key}" for key in known.LABELS if key in targets}


def _conventions(root: Path, found: list[_Manifest], commands: dict[str, str]) -> Iterator[str]:
    yield from (
        f"{label}: `{commands[key]}`" for key, label in known.LABELS.items() if key in commands
    )
    listed = frozenset[str]().union(*(manifest.dependencies for manifest in found))
    tools = [
        tool
        for tool, signs in known.TOOLS.items()
        if any(sign in listed or (root / sign).is_file() for sign in signs)
    ]
    if tools:
        yield f"Style is checked by {', '.join(tools)}; do not argue with it"
    if (root / ".github" / "workflows").is_dir():
        yield "The same checks run in GitHub Actions (`.github/workflows/`)"
    for name in ("CONTRIBUTING.md", "AGENTS.md", "CLAUDE.md"):
        if (root / name).is_file():
            yield f"Read `{name}` before the first change"


# --- folders and README ---------------------------------------------------------------------


def _folders(root: Path) -> Iterator[tuple[str, str]]:
    try:
        names = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    except OSError:
        return
    shown = [name for name in names if name[0] != "." and name not in known.GENERATED]
    usual = [name for name in shown if name in known.HOLDS]
    rest = [name for name in shown if name not in known.HOLDS and not name.endswith(".egg-info")]
    for name in sorted([*usual, *rest[: max(0, _MOST_FOLDERS - len(usual))]]):
        yield cut(name, _NAME_WIDTH), known.HOLDS.get(name, "")


def _readme(root: Path) -> tuple[str, str]:
    """Return the title and the first paragraph of the README, each on one line, or ``""``."""
    path = next((root / name for name in known.READMES if (root / name).is_file()), None)
    if path is None:
        return "", ""
    try:
        text = _text(path)
    except OSError:
        return "", ""
    text = re.sub(r"^(.+)\n=+$", r"# \1", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    heading = re.search(r"^# +(.+?)[ #]*$", text, re.MULTILINE)
    paragraphs = (_plain_lines(block) for block in re.split(r"\n\s*\n", text))
    return heading[1] if heading else "", next(filter(None, paragraphs), "")


_DECORATION = re.compile(r"#|!\[|\[!\[|[-=*_~]{3,}$")
_NO_PARAGRAPH = re.compile(r"<|>|```|~~~|\||[-*+] |\d+[.)] |\.\. |    ")


def _plain_lines(block: str) -> str:
    """Return a paragraph without headings, badges and links, or ``""`` when it is none."""
    lines = [line for line in block.splitlines() if not _DECORATION.match(line.strip())]
    if not lines or _NO_PARAGRAPH.match(lines[0]):
        return ""
    return _without_links(" ".join(line.strip() for line in lines)).strip()


def _without_links(text: str) -> str:
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_LARGEST).decode("utf-8-sig", errors="replace")
