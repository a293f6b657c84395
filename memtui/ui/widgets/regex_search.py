"""Regular expressions, searched in a process of their own.

Some expressions take longer than anybody lives (``(a+)+$`` on a line of a), and Python cannot
be told to give up on one: it holds the interpreter while it searches. Another process can be
ended.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Final

from memtui.core.find import Found, Query
from memtui.errors import BadValue

LIMIT_SECONDS: Final = 2.0

_PROGRAM: Final = """
import json, re, sys
asked = json.loads(sys.stdin.buffer.read())
try:
    pattern = re.compile(asked["source"], asked["flags"])
    matches = list(pattern.finditer(asked["text"]))
    answer = {"spans": [m.span() for m in matches],
              "new": [m.expand(asked["new"]) for m in matches] if asked["new"] else ""}
except (re.error, IndexError, OverflowError, RecursionError) as error:
    answer = {"error": str(error) or "too complex"}
sys.stdout.write(json.dumps(answer))
"""


async def find_regex(lines: Sequence[str], query: Query) -> Found:
    """Return where a regular expression matches, and what replaces each match.

    Args:
        lines: The text, as an editor holds it.
        query: The expression; it is searched in the lines joined by LF.

    Raises:
        BadValue: When it is none, or when it takes more than `LIMIT_SECONDS`.
    """
    held = tuple(lines)
    asked = json.dumps(
        {
            "source": query.source,
            "flags": int(query.flags),
            "text": "\n".join(held),
            "new": query.replacement,
        }
    )
    answer = json.loads(await _run(asked.encode()))
    if "error" in answer:
        raise BadValue(answer["error"])
    new = answer["new"]
    spans = tuple((start, end) for start, end in answer["spans"])
    return Found(held, spans, new if isinstance(new, str) else tuple(new))


async def _run(asked: bytes) -> bytes:
    """Give the question to a new process and return its answer; the process never outlives this."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-S",
        "-c",
        _PROGRAM,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            answer, _ = await process.communicate(asked)
    except TimeoutError:
        raise BadValue(f"takes more than {LIMIT_SECONDS:.0f} s here") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise BadValue("needs too much memory here")
    return answer
