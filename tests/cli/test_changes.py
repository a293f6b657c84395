"""`memtui set`, `learn` and `count`."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import pytest

from memtui.core.frontmatter import read
from memtui.core.plan import Plan
from memtui.store import journal
from memtui.store.journal import Applied, Writer
from memtui.store.project import Project
from tests.cli.conftest import Run
from tests.cli.samples import AUTH, STORE
from tests.conftest import MakeStore


@pytest.fixture
def project(store: MakeStore, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = store(STORE)
    monkeypatch.chdir(made.root)
    return made


def text(project: Project, name: str = "auth.md") -> str:
    return (project.memory / name).read_bytes().decode()


def everything(project: Project) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in project.root.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("words", "old", "new", "says"),
    [
        (["tags", "oauth", "token"], "tags: [login, session]", "tags: [oauth, token]", "→ oauth"),
        (["tags"], "tags: [login, session]", "tags: []", "login, session → none"),
        (["relevantTo", "sign-up"], "[oauth, password]", "[sign-up]", "oauth, password → sign-up"),
        (["relatedFiles", "a b.ts"], "relatedFiles: []", "relatedFiles: [a b.ts]", "none →"),
        (["summary", "Two", "words"], "Token handling in the API", "Two words", "→ Two words"),
        (["importance", "0.65"], "importance: 0.8", "importance: 0.65", "0.8 → 0.65"),
        (["importance"], "importance: 0.8", "importance: 0.5", "0.8 → 0.5"),
        (["usageStats.loaded", "7"], "loaded: 12", "loaded: 7", "12 → 7"),
        (["usageStats.successfulFeatures"], "Features: 4", "Features: 0", "4 → 0"),
    ],
)  # fmt: skip
def test_set_replaces_one_value_and_no_other_byte(
    memtui: Run, project: Project, words: list[str], old: str, new: str, says: str
) -> None:
    result = memtui("set", "auth", *words)
    assert result.code == 0
    assert says in result.out
    assert text(project) == AUTH.replace(old, new)


def test_set_says_when_nothing_changes(memtui: Run, project: Project) -> None:
    result = memtui("set", "auth", "importance", "0.8")
    assert (result.code, result.out) == (0, "auth.md  importance  0.8, as before\n")
    assert text(project) == AUTH


def test_set_warns_of_an_item_that_can_never_match(memtui: Run, project: Project) -> None:
    result = memtui("set", "auth", "tags", "login", "edge-case", "ui")
    assert result.code == 0
    assert result.err.splitlines() == [
        "memtui: edge-case: no feature can match it (hyphen); edge and case can",
        "memtui: ui: no feature can match it (too short)",
    ]
    assert read(text(project)).metadata.tags == ("login", "edge-case", "ui")


@pytest.mark.parametrize(
    "words",
    [
        ["importance", "2"],
        ["importance", "-0.1"],
        ["importance", "high"],
        ["importance", "0.1", "0.2"],
        ["usageStats.loaded", "-1"],
        ["usageStats.loaded", "1.5"],
        ["summary"],
        ["summary", ""],
        ["summary", "two\nlines"],
        ["tags", "a,b"],
        ["tags", "it's"],
        ["relatedFiles", "a[b].ts"],
        ["tags", ""],
    ],
)
def test_set_refuses_a_value_with_1_and_writes_nothing(
    memtui: Run, project: Project, words: list[str]
) -> None:
    before = everything(project)
    result = memtui("set", "auth", *words)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"memtui: auth.md: {words[0]}: ")
    assert result.err.count("\n") == 1
    assert everything(project) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("set",),
        ("set", "auth"),
        ("set", "auth", "colour", "red"),
        ("set", "nope", "tags", "a"),
        ("set", "README.md/x", "tags", "a"),
        ("count", "auth"),
        ("count", "auth", "eaten"),
        ("count", "nope", "loaded"),
        ("learn", "auth", "x"),
        ("learn", "auth", "--type", "gotcha"),
        ("learn", "auth", "x", "--type", "rumour"),
    ],
)
def test_what_cannot_run_is_one_line_and_2(
    memtui: Run, project: Project, arguments: tuple[str, ...]
) -> None:
    before = everything(project)
    result = memtui(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("memtui: ")
    assert result.err.count("\n") == 1
    assert everything(project) == before


def test_project_may_stand_anywhere_on_the_line(
    memtui: Run, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    root = project.root
    assert memtui("set", "--project", root, "auth", "tags", "one").code == 0
    assert memtui("set", "auth", "tags", "--project", root, "one", "two").code == 0
    assert memtui("set", "auth", f"--project={root}", "importance", "0.1").code == 0
    assert read(text(project)).metadata.tags == ("one", "two")


def test_values_behind_two_dashes_may_begin_with_a_dash(memtui: Run, project: Project) -> None:
    assert memtui("set", "auth", "summary", "--", "--json", "for", "all").code == 0
    assert read(text(project)).metadata.summary == "--json for all"


@pytest.mark.parametrize(
    ("command", "block"),
    [
        (("set", "bad", "tags", "x"), "---\nsummary: Use X: then Y\n---\nbody\n"),
        (("count", "bad", "loaded"), "---\ntags: [a]\ntags: [b]\n---\nbody\n"),
    ],
)
def test_a_block_that_yaml_cannot_read_is_not_patched(
    memtui: Run, project: Project, command: tuple[str, ...], block: str
) -> None:
    (project.memory / "bad.md").write_text(block)
    result = memtui(*command)
    assert result.code == 1
    assert result.err.startswith("memtui: bad.md: line ")
    assert text(project, "bad.md") == block


@pytest.mark.parametrize(
    "command",
    [
        ("set", "latin", "tags", "x"),
        ("count", "latin", "loaded"),
        ("learn", "latin", "x", "--type", "gotcha"),
    ],
)
def test_a_file_that_is_not_utf_8_is_never_written(
    memtui: Run, project: Project, command: tuple[str, ...]
) -> None:
    (project.memory / "latin.md").write_bytes(b"caf\xe9\n")
    result = memtui(*command)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("memtui: latin.md: ")
    assert (project.memory / "latin.md").read_bytes() == b"caf\xe9\n"


def test_count_adds_one_to_one_counter(memtui: Run, project: Project) -> None:
    result = memtui("count", "auth", "referenced")
    assert (result.code, result.out, result.err) == (0, "auth.md  referenced  4 → 5\n", "")
    assert text(project) == AUTH.replace("referenced: 4", "referenced: 5")


def test_count_adds_the_plain_block_to_a_file_without_one(memtui: Run, project: Project) -> None:
    (project.memory / "bare.md").write_bytes(b"# Bare\r\n\r\ntext")
    assert memtui("count", project.memory / "bare.md", "loaded").code == 0
    after = text(project, "bare.md")
    assert after.endswith("# Bare\r\n\r\ntext")
    assert read(after).metadata.usage_stats.loaded == 1


def test_learn_appends_an_entry_with_the_date_of_today_in_utc(
    memtui: Run, project: Project
) -> None:
    dates = [datetime.now(UTC).date()]
    result = memtui(
        "learn", "auth", "Renew\nonce", "--type", "decision", "--why", "races", "--breaking", "all"
    )
    dates.append(datetime.now(UTC).date())
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{project.memory / 'auth.md'}  appended\n"
    assert text(project) in {
        f"{AUTH}\n### Renew once ({date})\n- **Why:** races\n- **Breaking if changed:** all\n"
        for date in dates
    }


def test_learn_makes_a_new_category_and_the_folder(memtui: Run, tmp_path: Path) -> None:
    result = memtui(
        "learn", "API Conventions", "Use cursors", "--type", "pattern", "--project", tmp_path
    )
    path = tmp_path / ".automaker/memory/api-conventions.md"
    assert (result.code, result.out) == (0, f"{path}  made\n")
    assert result.err == "memtui: 'API Conventions' is written api-conventions as a file\n"
    metadata = read(path.read_text()).metadata
    assert metadata.tags == metadata.relevant_to == ("api", "conventions")
    assert metadata.summary == "use cursors"
    assert "#### [Pattern] Use cursors (" in path.read_text()


def test_learn_says_aloud_that_it_falls_back_to_general(memtui: Run, project: Project) -> None:
    result = memtui("learn", "결제", "환불은 한 번만", "--type", "gotcha")
    assert result.code == 0
    assert "general" in result.err
    assert "환불은 한 번만" in text(project, "general.md")
    assert memtui("learn", "general", "x", "--type", "gotcha").err == ""


def test_learn_takes_a_file_name_and_finds_the_spelling_on_disk(
    memtui: Run, project: Project
) -> None:
    (project.memory / "Deploy.md").write_text("# Deploy\n")
    assert memtui("learn", "deploy.md", "Tag first", "--type", "learning").code == 0
    assert "[Learned] Tag first" in text(project, "Deploy.md")
    assert not (project.memory / "deploymd.md").exists()
    assert not (project.memory / "deploy.md").exists()


def test_learn_says_which_fields_its_kind_does_not_print(memtui: Run, project: Project) -> None:
    result = memtui("learn", "auth", "x", "--type", "gotcha", "--rejected", "r", "--why", "w")
    assert result.code == 0
    assert result.err == "memtui: --rejected has no place in a gotcha and was left out\n"


@pytest.mark.parametrize("content", ["", " \n ", "\x1b\x07"])
def test_learn_refuses_a_learning_without_content(
    memtui: Run, project: Project, content: str
) -> None:
    before = everything(project)
    result = memtui("learn", "auth", content, "--type", "gotcha")
    assert (result.code, result.out) == (1, "")
    assert "content" in result.err
    assert everything(project) == before


def test_a_read_only_folder_is_an_error_that_leaves_the_file_whole(
    memtui: Run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    def refused(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    real = os.open
    monkeypatch.setattr(
        "os.open",
        lambda path, flags, *rest, **named: (
            refused() if str(project.memory) in str(path) and flags & os.O_WRONLY else
            real(path, flags, *rest, **named)
        ),
    )  # fmt: skip
    result = memtui("set", "auth", "importance", "0.1")
    assert (result.code, result.out) == (2, "")
    assert "auth.md" in result.err
    assert "permission denied" in result.err
    assert result.err.count("\n") == 1
    assert text(project) == AUTH


@pytest.fixture
def _rewritten(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another program rewrite auth.md at the same moment as a command."""
    path = project.memory / "auth.md"
    update = journal.update

    def raced(
        where: Project, make: Callable[[], Plan | None], writer: Writer | None = None
    ) -> Applied | None:
        if writer:
            return update(where, make, writer)
        with path.open("r+") as old:
            return update(where, make, Writer(pause=lambda _: rewrite(old)))

    def rewrite(old: TextIO) -> None:
        # The other program opened the file before it was replaced, and writes to the old one.
        old.seek(0)
        old.truncate()
        old.write("another version\n")
        old.flush()

    monkeypatch.setattr(journal, "update", raced)


@pytest.mark.usefixtures("_rewritten")
def test_a_version_of_another_program_that_only_the_journal_keeps_is_said(
    memtui: Run, project: Project
) -> None:
    result = memtui("set", "auth", "tags", "login")
    assert result.code == 0
    assert result.err == (
        "memtui: auth.md: another program rewrote it meanwhile; "
        "memtui's journal keeps its version\n"
    )
    assert "another version" not in text(project)


@pytest.mark.usefixtures("_rewritten")
def test_a_version_of_another_program_is_put_together_with_what_was_learned(
    memtui: Run, project: Project
) -> None:
    result = memtui("learn", "auth", "x", "--type", "gotcha")
    assert (result.code, result.err) == (0, "")
    assert text(project).startswith("another version\n")
    assert "[Gotcha] x" in text(project)
