"""`memtui preview`."""

import sys
import unicodedata
from pathlib import Path

import pytest

from memtui import load_relevant_memory
from tests.cli.conftest import Run
from tests.cli.samples import HOSTILE, STORE
from tests.conftest import MakeStore

TITLE = ("--title", "Add login with OAuth", "--description", "token of the session")


def test_the_json_document_has_exactly_the_keys_of_the_contract(
    memtui: Run, store: MakeStore
) -> None:
    project = store(STORE)
    result = memtui("preview", *TITLE, "--json", "--project", project.root)
    document = result.json
    assert (result.code, result.err) == (0, "")
    assert {key: document[key] for key in list(document)[:6]} == {
        "project": str(project.root),
        "profile": "documented",
        "title": "Add login with OAuth",
        "description": "token of the session",
        "terms": ["login", "oauth", "token", "session"],
        "selected": ["gotchas.md", "auth.md"],
    }
    assert list(document)[6:] == ["tokens", "context_files", "files"]
    assert document["context_files"] == []
    auth = next(file for file in document["files"] if file["name"] == "auth.md")
    score = (6 + 2 + 1) * 0.8 * (0.5 + 0.3 * 4 / 12 + 0.2)
    assert auth.pop("score") == pytest.approx(score, abs=1e-9)
    assert auth.pop("tokens") > 30
    assert auth == {
        "name": "auth.md",
        "loaded": True,
        "reason": "score",
        "rank": 1,
        "gap": None,
        "marks": [],
        "parts": {
            "tags": 6,
            "relevantTo": 2,
            "summary": 1,
            "category": 0,
            "importance": 0.8,
            "usage": pytest.approx(0.8),
        },
        "matched": {
            "tags": ["login", "session"],
            "relevantTo": ["oauth"],
            "summary": ["token"],
            "category": [],
        },
        "never": [],
    }


def test_files_come_in_the_order_of_the_selection_with_their_reasons(
    memtui: Run, store: MakeStore
) -> None:
    project = store(STORE)
    files = memtui("preview", *TITLE, "--json", "--project", project.root).json["files"]
    assert [(file["name"], file["reason"]) for file in files] == [
        ("gotchas.md", "always"),
        ("auth.md", "score"),
        ("_index.md", "index-file"),
        ("ui.md", "no-match"),
    ]
    assert files[3]["never"] == ["ui", "edge-case"]


def test_tokens_are_those_of_the_prompt(memtui: Run, store: MakeStore) -> None:
    project = store(STORE)
    document = memtui("preview", *TITLE, "--json", "--project", project.root).json
    prompt = memtui("preview", *TITLE, "--prompt", "--project", project.root)
    assert prompt.code == 0
    assert document["tokens"] == -(-len(prompt.out) // 4)
    assert prompt.out == load_relevant_memory(project.root, TITLE[1], TITLE[3]).prompt
    assert prompt.out.index("## GOTCHAS") < prompt.out.index("## AUTH")


def test_context_files_stand_in_the_app_profile_only(memtui: Run, store: MakeStore) -> None:
    project = store(STORE, context={"rules.md": "Be kind. " * 8, "picture.png": "no"})
    app = memtui(
        "preview", *TITLE, "--json", "--profile", "automaker-app", "--project", project.root
    ).json
    assert app["context_files"] == [{"name": "rules.md", "tokens": 18}]
    utils = memtui(
        "preview", *TITLE, "--json", "--profile", "automaker-utils", "--project", project.root
    ).json
    assert utils["context_files"] == []
    text = memtui("preview", *TITLE, "--profile", "automaker-app", "--project", project.root).out
    assert "before the memory: rules.md" in text


def test_marks_name_what_is_wrong_with_a_file(memtui: Run, store: MakeStore) -> None:
    project = store(
        {
            "odd.md": "---\nsummary: Use X: then Y\n---\nbody\n",
            "latin.md": b"---\ntags: [caf\xe9]\n---\nbody\n",
        }
    )
    for profile in ("documented", "automaker-utils", "automaker-app"):
        document = memtui(
            "preview", *TITLE, "--json", "--profile", profile, "--project", project.root
        ).json
        marks = {file["name"]: file["marks"] for file in document["files"]}
        assert marks == {"odd.md": ["bad-frontmatter"], "latin.md": ["not-utf8"]}


def test_an_importance_that_is_no_number_is_null(memtui: Run, store: MakeStore) -> None:
    project = store({"a.md": "---\ntags: [login]\nimportance: .\n---\nbody\n"})
    (file,) = memtui(
        "preview", *TITLE, "--json", "--profile", "automaker-utils", "--project", project.root
    ).json["files"]
    assert file["parts"]["importance"] is None
    assert file["score"] is None
    assert file["reason"] == "zero-importance"
    text = memtui("preview", *TITLE, "--profile", "automaker-utils", "--project", project.root).out
    assert "× no number × usage 1" in text


def test_figures_beyond_every_number_are_null(memtui: Run, store: MakeStore) -> None:
    stats = f"usageStats: {{loaded: 1, referenced: {'9' * 350}}}"
    files = {f"a{n}.md": f"---\ntags: [login]\n{stats}\n---\nbody\n" for n in range(6)}
    project = store({**files, "z.md": "---\ntags: [login]\n---\nbody\n"})
    document = memtui("preview", *TITLE, "--json", "--project", project.root).json
    first, last = document["files"][0], document["files"][-1]
    assert (first["loaded"], first["score"], first["parts"]["usage"]) == (True, None, None)
    assert (last["name"], last["gap"], last["score"]) == ("z.md", None, 1.5)


def test_without_a_store_the_result_is_empty_and_no_error(memtui: Run, tmp_path: Path) -> None:
    result = memtui("preview", *TITLE, "--json", "--project", tmp_path)
    assert (result.code, result.err) == (0, "")
    document = result.json
    assert (document["selected"], document["files"], document["tokens"]) == ([], [], 0)
    assert document["terms"] == ["login", "oauth", "token", "session"]
    assert memtui("preview", *TITLE, "--prompt", "--project", tmp_path).out == ""
    assert "nothing loads" in memtui("preview", *TITLE, "--project", tmp_path).out


def test_the_nearest_store_upwards_is_taken(
    memtui: Run, store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(STORE)
    deep = project.root / "src" / "deep"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert memtui("preview", "--title", "x", "--json").json["project"] == str(project.root)
    by_folder = memtui("preview", "--title", "x", "--json", "--project", project.memory)
    assert by_folder.json["project"] == str(project.root)


def test_no_project_from_here_upwards_is_an_error(
    memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = memtui("preview", "--title", "x")
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "memtui init" in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--title",),
        ("--title", "x", "--profile", "other"),
        ("--title", "x", "--json", "--prompt"),
        ("--title", "x", "extra"),
        ("--titl", "x"),
        ("--title", "x", "--project", "/nowhere/at/all"),
    ],
)
def test_wrong_arguments_are_one_line_and_2(memtui: Run, arguments: tuple[str, ...]) -> None:
    result = memtui("preview", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("memtui: ")
    assert result.err.count("\n") == 1


def test_the_text_is_a_table_with_the_line_below_what_loads(memtui: Run, store: MakeStore) -> None:
    lines = memtui("preview", *TITLE, "--project", store(STORE).root).out.splitlines()
    assert lines[0] == "Add login with OAuth  (documented)"
    assert lines[1] == "words: login oauth token session"
    below = next(row for row, line in enumerate(lines) if line.startswith("──"))
    assert [line.split()[1] for line in lines[3:below]] == ["gotchas.md", "auth.md"]
    assert "tags login, session = 6 + relevantTo oauth = 2 + summary token = 1" in lines[4]
    assert lines[-1].endswith("never: ui, edge-case")


@pytest.mark.parametrize("shape", [(), ("--json",)])
@pytest.mark.parametrize("profile", ["documented", "automaker-app"])
def test_no_control_character_of_a_file_is_printed(
    memtui: Run, store: MakeStore, shape: tuple[str, ...], profile: str
) -> None:
    project = store(HOSTILE)
    title = "login \x1b[2J bold \u202e"
    result = memtui(
        "preview", "--title", title, *shape, "--profile", profile, "--project", project.root
    )
    assert result.code == 0
    assert_harmless(result.out)
    if shape:
        assert {file["name"] for file in result.json["files"]} == set(HOSTILE)
        assert result.json["title"] == title


def test_a_prompt_on_a_terminal_is_harmless_and_in_a_pipe_exact(
    memtui: Run, store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(HOSTILE)
    arguments = ("preview", "--title", "login", "--prompt", "--project", project.root)
    piped = memtui(*arguments).out
    assert "\x00\x0c\x85" in piped
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = memtui(*arguments).out
    assert_harmless(shown)
    assert shown.count("\n") == piped.count("\n")


def assert_harmless(text: str) -> None:
    bad = {c for c in text if c != "\n" and unicodedata.category(c) in {"Cc", "Zl", "Zp", "Cs"}}
    assert not bad | (set(text) & set("\u202e\u200f\u2066"))
