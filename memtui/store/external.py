"""A text in the person's own editor."""

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from memtui.errors import StoreError

FALLBACKS = ("nano", "vim", "vi", "notepad")


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


def edit(name: str, text: str) -> str:
    """Return a text as the person left it in their editor; it sees a private copy.

    Args:
        name: File name that the editor shows.
        text: The text; line ends stay as the editor writes them.

    Raises:
        StoreError: When the editor cannot be run or fails, or leaves no UTF-8; the copy that it
            left is then kept, and the message says where.
    """
    words = command()
    folder = Path(tempfile.mkdtemp(prefix="memtui-"))
    copy = folder / Path(name).name
    try:
        copy.write_bytes(text.encode())
        status = subprocess.run([*words, str(copy)], check=False).returncode
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
