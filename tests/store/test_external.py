import stat
import sys
from pathlib import Path

import pytest

from memtui.errors import StoreError
from memtui.store import external


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No editor but the test's own, and copies where the test can see them."""
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    (tmp_path / "copies").mkdir()


def program(path: Path, code: str) -> str:
    """Make a program that is given the file's path as `p`; return its command."""
    head = f"#!{sys.executable}\nimport sys, pathlib\np = pathlib.Path(sys.argv[-1])\n"
    path.write_text(head + code)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"'{path}'"


def copies(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "copies").rglob("*") if path.is_file()]


def test_a_copy_with_the_files_name_comes_back_byte_for_byte_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"pathlib.Path({str(tmp_path / 'name')!r}).write_text(p.name)\n"
    code += "p.write_bytes(p.read_bytes() + b'new\\r\\n')\n"
    monkeypatch.setenv("EDITOR", program(tmp_path / "my editor", code) + " --wait")
    text = "\ufeff---\r\na: 한\n\x85\u2028\x0cend"
    assert external.edit("a[b]'c.md", text) == text + "new\r\n"
    assert (tmp_path / "name").read_text() == "a[b]'c.md"
    assert copies(tmp_path) == []


def test_only_the_person_can_read_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "p.write_text(oct(p.parent.stat().st_mode & 0o777))\n"
    monkeypatch.setenv("EDITOR", program(tmp_path / "editor", code))
    assert external.edit("a.md", "x") == "0o700"


def test_visual_comes_before_editor_and_an_empty_one_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "one --wait")
    assert external.command() == ["one", "--wait"]
    monkeypatch.setenv("VISUAL", " ")
    assert external.command() == ["one", "--wait"]
    monkeypatch.setenv("VISUAL", "'two words'")
    assert external.command() == ["two words"]


def test_without_a_variable_an_editor_that_is_there_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(StoreError, match=r"no editor found: set \$EDITOR"):
        external.edit("a.md", "x")
    program(tmp_path / "bin" / "vi", "")
    assert external.command() == [str(tmp_path / "bin" / "vi")]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("p.write_text('half'); sys.exit(3)", r"ended with status 3; its copy is kept: .*a\.md"),
        ("p.write_bytes(b'caf\\xe9')", r"no UTF-8; it is kept: .*a\.md"),
        ("p.unlink()", "cannot be read"),
    ],
)
def test_an_editor_that_fails_is_an_error_and_what_it_left_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, message: str
) -> None:
    monkeypatch.setenv("EDITOR", program(tmp_path / "editor", code))
    with pytest.raises(StoreError, match=message):
        external.edit("a.md", "x")
    assert len(copies(tmp_path)) == ("unlink" not in code)


@pytest.mark.parametrize(
    ("command", "message"),
    [("'open", r"\$EDITOR is no command"), ("/no/such/editor", "could not be run")],
)
def test_a_command_that_is_none_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    monkeypatch.setenv("EDITOR", command)
    with pytest.raises(StoreError, match=message):
        external.edit("a.md", "x")


@pytest.mark.parametrize(
    ("editor", "arguments"),
    [
        ("vim", ["+7", "a.md"]),
        ("/usr/bin/nvim -R", ["-R", "+7", "a.md"]),
        ("C:/bin/Micro.exe", ["+7", "a.md"]),
        ("code --wait", ["--wait", "--goto", "a.md:7"]),
        ("hx", ["a.md:7"]),
        ("unheard-of --x", ["--x", "a.md"]),
    ],
)
def test_editors_that_are_known_open_at_a_line(editor: str, arguments: list[str]) -> None:
    words = editor.split()
    assert external.at_line(words, "a.md", 7) == [words[0], *arguments]
    assert external.at_line(words, "a.md", 0) == [*words, "a.md"]


def test_a_text_that_could_not_be_written_is_kept(tmp_path: Path) -> None:
    copy = external.keep("docs/a.md", "한\r\n")
    assert copy.name == "a.md"
    assert copies(tmp_path) == [copy]
    assert copy.read_bytes().decode() == "한\r\n"
