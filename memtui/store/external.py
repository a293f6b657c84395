"""A text in the person's own editor."""

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from memtui.errors import StoreError

FALLBACKS = ("nano", "vim", "vi", "notepad")
_PLUS = frozenset(
    {
        *("vi", "vim", "nvim", "gvim", "mvim", "vim.basic", "vim.tiny", "view", "nano", "pico"),
        *("emacs", "emacsclient", "micro", "joe", "jed", "mg", "ne", "kak", "gedit", "mcedit"),
    }
)
"""Editors that take ``+LINE`` before the file."""
_COLON = frozenset(("hx", "helix", "subl", "zed"))
"""Editors that take ``FILE:LINE``."""
_GOTO = frozenset(("code", "code-insiders", "codium", "cursor", "windsurf"))
"""Editors that take ``--goto FILE:LINE``."""


def command() -> list[str]:
    """Return the words of the person's editor: ``$VISUAL``, ``$EDITOR``, or one that is there.

    Raises:
        StoreError: When there is none, or what a variable holds is no command.
    """
    for variable in ("VISUAL", "EDITOR"):
        value = os.environ.get(variable, "")
        try:
            words = shlex.split(value)
        except ValueError as error:
            raise StoreError(f"${variable} is no command: {value}: {error}") from error
        if words:
            return words
    for name in FALLBACKS:
        if found := shutil.which(name):
            return [found]
    raise StoreError("no editor found: set $EDITOR to the command of yours")


def at_line(words: list[str], copy: str, line: int) -> list[str]:
    """Return the command that opens a file at a line, where the editor is known to take one.

    Args:
        words: The words of the person's editor.
        copy: The file.
        line: From 1; 0 opens it as the editor likes.
    """
    name = Path(words[0]).name.lower().removesuffix(".exe")
    if not line:
        return [*words, copy]
    if name in _PLUS:
        return [*words, f"+{line}", copy]
    if name in _COLON:
        return [*words, f"{copy}:{line}"]
    if name in _GOTO:
        return [*words, "--goto", f"{copy}:{line}"]
    return [*words, copy]


def edit(name: str, text: str, line: int = 0) -> str:
    """Return a text as the person left it in their editor; it sees a private copy.

    Args:
        name: File name that the editor shows.
        text: The text; line ends stay as the editor writes them.
        line: The line to open it at, from 1; 0 for none.

    Raises:
        StoreError: When the editor cannot be run or fails, or leaves no UTF-8; the copy that it
            left is then kept, and the message says where.
    """
    words = command()
    folder = Path(tempfile.mkdtemp(prefix="memtui-"))
    copy = folder / Path(name).name
    try:
        copy.write_bytes(text.encode())
        status = subprocess.run(at_line(words, str(copy), line), check=False).returncode
    except OSError as error:
        raise StoreError(f"the editor could not be run: {error}; its copy: {copy}") from error
    if status:
        raise StoreError(f"the editor ended with status {status}; its copy is kept: {copy}")
    try:
        edited = copy.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise StoreError(f"what the editor left is no UTF-8; it is kept: {copy}") from error
    except OSError as error:
        raise StoreError(f"what the editor left cannot be read: {error}") from error
    shutil.rmtree(folder, ignore_errors=True)
    return edited


def keep(name: str, text: str) -> Path:
    """Keep a text that could not be written, for the person, and return where.

    Raises:
        StoreError: When it cannot be kept either.
    """
    try:
        copy = Path(tempfile.mkdtemp(prefix="memtui-")) / Path(name).name
        copy.write_bytes(text.encode())
    except OSError as error:
        raise StoreError(f"{name}: cannot be kept: {error}") from error
    return copy
