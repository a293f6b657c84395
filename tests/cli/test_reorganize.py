"""`memtui split`, `merge`, `rename` and `retag`."""

from pathlib import Path

import pytest

from memtui.core.frontmatter import read
from memtui.store.project import Project
from tests.cli.conftest import Run
from tests.cli.samples import AUTH, GOTCHAS, HOSTILE, STORE
from tests.cli.test_preview import assert_harmless
from tests.conftest import MakeStore
from tests.core.bodies import entry_texts

KEEP = "### Keep one token (2026-01-05)\n- **Why:** two of them drift apart"
LAX = "#### [Gotcha] The cookie is lax (2026-02-07)\n- **Situation:** a redirect"
TABLE = (
    "| Task | Keywords | Files |\n|---|---|---|\n| Login | login | .automaker/memory/auth.md |\n"
)
MEMORY = ".automaker/memory"


@pytest.fixture
def project(store: MakeStore, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = store({**STORE, "gotcha.md": GOTCHAS.replace("0.95", "0.5"), "flat.md": "- a\n- b\n"})
    made.table.parent.mkdir()
    made.table.write_text(TABLE)
    monkeypatch.chdir(made.root)
    return made


def text(project: Project, name: str) -> str:
    return (project.memory / name).read_bytes().decode()


def everything(project: Project) -> dict[str, tuple[bytes, int]]:
    files = (path for path in project.root.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mode) for path in files}


# -- split


def test_split_moves_entries_and_says_so(memtui: Run, project: Project) -> None:
    result = memtui("split", "auth", "--to", "cookies=2")
    assert (result.code, result.err) == (0, "")
    assert entry_texts(text(project, "auth.md")) == [KEEP]
    assert entry_texts(text(project, "cookies.md")) == [LAX]
    lines = result.out.splitlines()
    assert lines[0].split()[:4] == ["made", f"{MEMORY}/cookies.md", "1", "entry,"]
    assert lines[1].startswith(f"changed  {MEMORY}/auth.md     2 → 1 entry, ")
    assert lines[2].startswith("cookies.md: tags cookies, ")


def test_the_json_document_of_a_split(memtui: Run, project: Project) -> None:
    result = memtui(
        "split",
        "auth",
        "--to",
        "ui=1",
        "--heading",
        "new=[Gotcha] The cookie is lax (2026-02-07)",
        "--json",
    )
    assert result.json == {
        "changes": [
            {"action": "create", "path": f"{MEMORY}/new.md", "entries": [2]},
            {"action": "write", "path": f"{MEMORY}/ui.md", "entries": [1]},
            {"action": "write", "path": f"{MEMORY}/auth.md", "entries": []},
        ],
        "entries_before": 2,
        "entries_after": 2,
        "dropped": [],
    }
    assert entry_texts(text(project, "ui.md")) == [KEEP]
    assert result.err == "memtui: auth.md: no entry stays, only its own text\n"


def test_numbers_are_ranges_in_file_order(memtui: Run, store: MakeStore) -> None:
    body = "".join(f"### e{i}\n{i}\n\n" for i in range(1, 13))
    project = store({"x.md": body})
    result = memtui(
        "split",
        project.memory / "x.md",
        "--to",
        "a=9-11,1",
        "--to",
        "b=2",
        "--to",
        "a.md=3",
        "--json",
    )
    assert [change["entries"] for change in result.json["changes"]] == [
        [1, 3, 9, 10, 11],
        [2],
        [4, 5, 6, 7, 8, 12],
    ]


def test_a_new_file_gets_its_importance_and_counters_as_asked(
    memtui: Run, project: Project
) -> None:
    (project.memory / "auth.md").write_text(AUTH.replace("0.8", "0.95"))
    result = memtui("split", "auth", "--to", "a=1")
    assert "a.md: importance 0.8, not 0.95" in result.err
    assert read(text(project, "a.md")).metadata.usage_stats.loaded == 0
    result = memtui("split", "auth", "--to", "b=1", "--counters", "copy", "--importance", "0.9")
    metadata = read(text(project, "b.md")).metadata
    assert (metadata.importance, metadata.usage_stats.loaded) == (0.9, 12)
    assert "of the 5 places" in result.err


def test_the_original_may_become_an_overview_or_go(memtui: Run, project: Project) -> None:
    memtui("split", "auth", "--to", "a=1", "--original", "overview")
    assert "- `a.md`: 1 entry" in text(project, "auth.md")
    assert memtui("split", "auth", "--to", "b=1", "--original", "delete").code == 0
    assert not (project.memory / "auth.md").exists()


def test_a_body_without_headings_is_split_by_bullets(memtui: Run, project: Project) -> None:
    assert memtui("split", "flat", "--to", "other=2").code == 0
    assert text(project, "flat.md") == "- a\n"
    assert text(project, "other.md").endswith("---\n# Other\n\n- b\n")


# -- merge


def test_merge_puts_all_entries_in_one_file(memtui: Run, project: Project) -> None:
    result = memtui("merge", "gotcha", "--into", "gotchas", "--json")
    assert result.json == {
        "changes": [
            {"action": "write", "path": f"{MEMORY}/gotchas.md", "entries": [1, 2]},
            {"action": "delete", "path": f"{MEMORY}/gotcha.md", "entries": []},
        ],
        "entries_before": 2,
        "entries_after": 2,
        "dropped": [],
    }
    assert read(text(project, "gotchas.md")).metadata.usage_stats.loaded == 6
    assert "2 entries say nearly the same: --duplicates one or newer" in result.err


def test_merge_leaves_out_near_equal_entries_when_asked(memtui: Run, project: Project) -> None:
    result = memtui(
        "merge", "gotcha", "--into", "gotchas", "--duplicates", "one", "--counters", "new", "--json"
    )
    assert result.json["dropped"] == [
        {"file": "gotcha.md", "number": 1, "heading": "[Gotcha] Never guess (2026-01-01)"}
    ]
    assert (result.json["entries_before"], result.json["entries_after"]) == (2, 1)
    assert read(text(project, "gotchas.md")).metadata.usage_stats.loaded == 0
    memtui("undo")
    lines = memtui("merge", "gotcha", "--into", "gotchas", "--duplicates", "newer").out
    assert "left out  gotcha.md 1  [Gotcha] Never guess (2026-01-01)" in lines


def test_merge_into_a_new_file_and_files_of_two_projects(
    memtui: Run, project: Project, store: MakeStore
) -> None:
    assert memtui("merge", "auth", "ui", "--into", "login").code == 0
    assert sorted(path.name for path in project.memory.iterdir()) == [
        "_index.md",
        "flat.md",
        "gotcha.md",
        "gotchas.md",
        "login.md",
    ]
    other = store({"x.md": "x"}, name="other")
    result = memtui("merge", "flat", other.memory / "x.md", "--into", "y")
    assert (result.code, result.out) == (2, "")
    assert "lies in another project" in result.err


# -- rename, retag


def test_rename_takes_references_along(memtui: Run, project: Project) -> None:
    result = memtui("rename", "auth", "login", "--json")
    assert result.json["changes"] == [
        {"action": "create", "path": f"{MEMORY}/login.md", "entries": [1, 2]},
        {"action": "write", "path": "memory/INDEX.md", "entries": []},
        {"action": "delete", "path": f"{MEMORY}/auth.md", "entries": []},
    ]
    assert text(project, "login.md") == AUTH
    assert project.table.read_text() == TABLE.replace("auth.md", "login.md")


def test_retag_changes_a_tag_across_the_store(memtui: Run, project: Project) -> None:
    result = memtui("retag", "bug", "defect")
    assert result.code == 0
    assert text(project, "gotchas.md") == GOTCHAS.replace("[bug]", "[defect]")
    assert read(text(project, "gotcha.md")).metadata.tags == ("defect",)
    assert memtui("retag", "DEFECT", "--json").json["changes"] == [
        {"action": "write", "path": f"{MEMORY}/{name}", "entries": []}
        for name in ("gotcha.md", "gotchas.md")
    ]
    assert text(project, "gotchas.md") == GOTCHAS.replace("[bug]", "[]")
    assert memtui("retag", "oauth", "login").code == 1
    for unset in ("", " "):
        assert memtui("retag", "defect", unset).code == 2
        assert "cannot be empty" in memtui("retag", unset, "login").err
    assert memtui("retag", "oauth", "openid", "--relevant-to").code == 0
    assert read(text(project, "auth.md")).metadata.relevant_to == ("openid", "password")


# -- all of them

CHANGES = [
    ["split", "auth", "--to", "new=2", "--to", "ui=1"],
    ["split", "auth", "--to", "new=1,2", "--original", "delete"],
    ["split", "flat", "--to", "gotchas=1"],
    ["merge", "gotcha", "auth", "--into", "gotchas", "--duplicates", "one"],
    ["merge", "gotcha", "auth", "--into", "new"],
    ["rename", "auth", "login"],
    ["retag", "bug", "defect"],
]


@pytest.mark.parametrize("arguments", CHANGES)
def test_undo_gives_identical_bytes_and_modes(
    memtui: Run, project: Project, arguments: list[str]
) -> None:
    (project.memory / "auth.md").chmod(0o640)
    (project.memory / "ui.md").write_bytes(b"# UI\r\n\r\n### x\r\n1")
    before = everything(project)
    assert memtui(*arguments).code == 0
    assert everything(project) != before
    assert memtui("undo").code == 0
    assert everything(project) == before


@pytest.mark.parametrize("arguments", CHANGES)
def test_a_trial_changes_nothing_and_says_the_same(
    memtui: Run, project: Project, arguments: list[str]
) -> None:
    before = everything(project)
    trial = memtui(*arguments, "--dry-run")
    document = memtui(*arguments, "--dry-run", "--json").json
    assert trial.code == 0
    assert "would " in trial.out
    assert everything(project) == before
    assert memtui(*arguments, "--json").json == document


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["split", "auth", "--to", "../evil=1"], "no path"),
        (["split", "auth", "--to", "a/b=1"], "no path"),
        (["split", "auth", "--to", "_index=1"], "never load"),
        (["split", "auth", "--to", "memory/INDEX=1"], "no path"),
        (["merge", "auth", "--into", "memory/INDEX"], "no path"),
        (["split", "auth", "--to", "UI=1"], "ui exists and differs only in case"),
        (["split", "auth", "--to", "auth=1"], "there already"),
        (["split", "auth", "--to", "x=3"], "auth.md: there is no entry 3; it has 2"),
        (["split", "auth", "--to", "x=0"], "there is no entry 0"),
        (["split", "auth", "--to", "x=1-999999999"], "there is no entry 3"),
        (["split", "auth", "--to", "x=1", "--to", "y=1"], "entry 1 is to go twice"),
        (["split", "auth", "--heading", "x=Nope"], "no entry has the heading 'Nope'"),
        (["split", "auth", "--to", "x=1", "--original", "delete"], "entry 2 would go with it"),
        (["split", "auth", "--to", "x=1", "--importance", "1.5"], "not within 0 to 1"),
        (["split", "auth", "--to", "x=1", "--importance", "nan"], "not within 0 to 1"),
        (["merge", "gotcha", "--into", "new"], "rename does that"),
        (["merge", "_index", "--into", "ui"], "for people"),
        (["rename", "auth", "ui"], "ui.md exists; merge"),
        (["rename", "auth", "x/y"], "no path"),
        (["retag", "nobody", "x"], "no file has that tag"),
        (["retag", "bug", "a, b"], "a comma"),
    ],
)
def test_a_refusal_is_one_line_and_1_and_writes_nothing(
    memtui: Run, project: Project, arguments: list[str], says: str
) -> None:
    before = everything(project)
    result = memtui(*arguments)
    assert (result.code, result.out) == (1, "")
    assert says in result.err
    assert result.err.count("\n") == 1
    assert everything(project) == before


def test_a_trial_is_refused_where_the_change_would_be(memtui: Run, project: Project) -> None:
    (project.memory / "alias.md").symlink_to("auth.md")
    for arguments in (["split", "auth", "--to", "alias=1"], ["merge", "auth", "--into", "alias"]):
        trial, real = memtui(*arguments, "--dry-run"), memtui(*arguments)
        assert (trial.code, trial.out, trial.err) == (1, "", real.err)
        assert "the same file as" in real.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["split", "auth"],
        ["split", "nope", "--to", "x=1"],
        ["split", "auth", "--to", "x"],
        ["split", "auth", "--to", "x="],
        ["split", "auth", "--to", "x=a"],
        ["split", "auth", "--to", "x=9-4"],
        ["split", "auth", "--to", "x=1,,2"],
        ["split", "auth", "--heading", "x"],
        ["split", "auth", "--to", "x=1", "--importance", "high"],
        ["split", "auth", "--to", "x=1", "--original", "burn"],
        ["split", "/nowhere/auth.md", "--to", "x=1"],
        ["merge", "--into", "x"],
        ["merge", "auth"],
        ["merge", "auth", "nope", "--into", "x"],
        ["merge", "auth", "ui", "--into", "x", "--duplicates", "two"],
        ["rename", "auth"],
        ["rename", "nope", "x"],
        ["retag"],
        ["retag", "a", "b", "c"],
    ],
)
def test_what_cannot_run_is_one_line_and_2(
    memtui: Run, project: Project, arguments: list[str]
) -> None:
    before = everything(project)
    result = memtui(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("memtui: ")
    assert result.err.count("\n") == 1
    assert everything(project) == before


def test_two_entries_with_one_heading_are_told_apart_by_number(
    memtui: Run, store: MakeStore
) -> None:
    project = store({"x.md": "### a\n1\n### a\n2\n"})
    result = memtui("split", project.memory / "x.md", "--heading", "y=a")
    assert result.code == 1
    assert "entries 1, 2 have that heading; choose by number, as in --to y=1" in result.err


def test_files_that_are_never_written_are_refused(
    memtui: Run, project: Project, tmp_path: Path
) -> None:
    (tmp_path / "outside.md").write_text("### x\n1\n")
    (project.memory / "link.md").symlink_to(tmp_path / "outside.md")
    (project.memory / "latin.md").write_bytes(b"### caf\xe9\n1\n")
    before = everything(project)
    for arguments in (
        ["split", "link", "--to", "new=1"],
        ["split", "auth", "--to", "link=1"],
        ["split", "latin", "--to", "new=1"],
        ["merge", "link", "--into", "auth"],
        ["merge", "auth", "--into", "latin"],
        ["rename", "link", "new"],
    ):
        result = memtui(*arguments)
        assert (result.code, result.out) == (1, ""), arguments
        assert "never writes" in result.err
    assert everything(project) == before
    assert (tmp_path / "outside.md").read_text() == "### x\n1\n"


def test_a_folder_that_is_read_only_leaves_everything_as_it_was(
    memtui: Run, project: Project
) -> None:
    before = everything(project)
    project.memory.chmod(0o500)
    try:
        assert memtui("split", "auth", "--to", "new=1").code == 2
    finally:
        project.memory.chmod(0o755)
    assert everything(project) == before


def test_hostile_names_and_texts_are_harmless(memtui: Run, store: MakeStore) -> None:
    project = store(HOSTILE)
    names = [name for name in HOSTILE if memtui("entries", project.memory / name).code == 0]
    for name in names:
        result = memtui("split", project.memory / name, "--to", "new=1", "--dry-run")
        assert_harmless(result.out + result.err)
        result = memtui("rename", project.memory / name, "new", "--dry-run")
        assert_harmless(result.out + result.err)
        result = memtui("merge", project.memory / name, "--into", "new", "--dry-run")
        assert_harmless(result.out + result.err)
