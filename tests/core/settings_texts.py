"""Settings texts of every shape: whatever stands in them, however it is laid out."""

import json
from typing import Any

from hypothesis import strategies as st

BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "\t", "\r\n\t", " \n "])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
    | st.sampled_from(["hooks", '"', "\\", "{", "}]", ",", "memtui hook prompt", "😀"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)

HANDLERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["command", "http", "prompt"])},
    optional={
        "command": st.sampled_from(
            [
                "say done",
                "sh -c 'x'",
                "notmemtui hook prompt",
                "memtui check",
                "memtui hook nothing",
            ]
        ),
        "timeout": st.integers(1, 600),
        "args": st.lists(st.text(max_size=3), max_size=2),
    },
)
GROUPS = st.fixed_dictionaries(
    {"hooks": st.lists(HANDLERS | VALUES, max_size=2)},
    optional={"matcher": st.sampled_from(["", "Bash", "startup|resume|clear", "compact"])},
)
EVENTS = st.sampled_from(
    ["UserPromptSubmit", "SessionStart", "PostToolUse", "Stop", "PreToolUse", "Notification"]
)
HOOKS = st.dictionaries(EVENTS, st.lists(GROUPS | VALUES, max_size=3), max_size=3)
CONTENTS = st.builds(
    lambda before, hooks, after: {**before, **hooks, **after},
    st.dictionaries(st.text(max_size=4).filter(lambda key: key != "hooks"), VALUES, max_size=2),
    st.fixed_dictionaries({}, optional={"hooks": HOOKS}),
    st.dictionaries(st.sampled_from(["permissions", "env", "model"]), VALUES, max_size=2),
)


@st.composite
def laid_out(draw: st.DrawFn, value: Any) -> str:
    """Return a value as JSON, with blanks wherever they may stand."""

    def blank() -> str:
        return draw(BLANKS)

    def shown(item: Any) -> str:
        if isinstance(item, dict):
            members = (
                f"{blank()}{json.dumps(key, ensure_ascii=draw(st.booleans()))}{blank()}:{blank()}"
                f"{shown(inner)}{blank()}"
                for key, inner in item.items()
            )
            return "{" + (",".join(members) or blank()) + "}"
        if isinstance(item, list):
            return "[" + (",".join(f"{blank()}{shown(inner)}{blank()}" for inner in item)) + "]"
        return json.dumps(item, ensure_ascii=draw(st.booleans()))

    return f"{blank()}{shown(value)}{blank()}"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Return settings as a person or a program lays them out, or as nobody does."""
    content = draw(CONTENTS)
    mark = draw(st.sampled_from(["", "\ufeff"]))
    if draw(st.booleans()):
        return mark + draw(laid_out(content))
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    separators = draw(st.sampled_from([None, (",", ":")])) if indent is None else None
    text = json.dumps(content, indent=indent, separators=separators, ensure_ascii=False)
    end = draw(st.sampled_from(["", "\n", "\n\n"]))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return mark + (text + end).replace("\n", newline)


def is_encodable(text: str) -> bool:
    """Whether a text can stand in a file: surrogates cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
