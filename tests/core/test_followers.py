"""The lines that follow a rename, by file, line and kind."""

from memtui.core.documents import TABLE
from memtui.core.memory import Memory
from memtui.core.reorganize.followers import followers
from memtui.core.reorganize.renaming import Rename, rename

HEAD = "---\ntags: [a]\nsummary: S\nrelevantTo: []\nimportance: 0.5\nrelatedFiles: [{}]\n---\n"
PATH = ".automaker/memory/auth.md"


def path_of(name: str) -> str:
    return name if "/" in name else f".automaker/memory/{name}"


def test_rows_related_files_and_mentions_are_told_apart() -> None:
    table = (
        "# Index\n\n| Task | Keywords | Files |\n|---|---|---|\n"
        f"| Login | login | {PATH} |\n| Other | x | y.md |\n\nSee {PATH} first.\r\n"
    )
    files = {
        memory.name: memory
        for memory in (
            Memory("auth.md", HEAD.format("") + f"# Auth\n\nThis is {PATH}.\n"),
            Memory("ui.md", HEAD.format(PATH) + "# UI\n\n[auth](auth.md)\n\n[x](other.md)\n"),
            Memory("plain.md", "# Nothing\n"),
            Memory(TABLE, table),
        )
    }
    found = followers(files, rename(files, Rename("auth.md", "sign in"), path_of))
    new = PATH.replace("auth", "sign in")
    assert [(each.file, each.line, each.kind) for each in found] == [
        (TABLE, 5, "row"),
        (TABLE, 8, "mention"),
        ("sign in.md", 10, "mention"),
        ("ui.md", 6, "related"),
        ("ui.md", 10, "mention"),
    ]
    assert found[0].before == f"| Login | login | {PATH} |"
    assert found[0].after.count("sign in.md") == 1
    assert (found[1].before, found[1].after) == (f"See {PATH} first.", f"See {new} first.")
    assert found[4].after == "[auth](sign%20in.md)"


def test_what_nobody_names_has_no_followers() -> None:
    files = {"auth.md": Memory("auth.md", "# A\n"), "b.md": Memory("b.md", "# B\n")}
    assert followers(files, rename(files, Rename("auth.md", "c"), path_of)) == ()
