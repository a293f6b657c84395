"""Files of a row: without dress, split where people part them, and where they lead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.routing.cell import files
from memtui.core.routing.targets import alternatives, split, target


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("docs/ops/cicd.md, DEPLOY.md", ["docs/ops/cicd.md", "DEPLOY.md"]),
        ("docs/api/", ["docs/api/"]),
        ("", []),
        (" , ;", []),
        ("`a.md`, [b](b.md)", ["a.md", "b.md"]),
        ("`a.md, b.md`", ["a.md", "b.md"]),
        ("``a.md``", ["a.md"]),
        ("\"a b.md\" + 'c.md' + “d.md”", ["a b.md", "c.md", "d.md"]),
        ("a+b.md", ["a+b.md"]),
        ("a.md<br>b.md<BR />c.md;d.md；e.md，f.md、g.md", [f"{name}.md" for name in "abcdefg"]),
        ('[Setup, part one](docs/setup%20x.md "The title")', ["docs/setup%20x.md"]),
        ("![x](<a b.md>)", ["a b.md"]),
        ("[a (1)](a(1).md#part), b", ["a(1).md#part", "b"]),
        ("[`code.md`]()", ["code.md"]),
        ("see [a](a.md)", ["a.md"]),
        ("`src/{a,b}/**/*.ts`, c", ["src/{a,b}/**/*.ts", "c"]),
        ("`notes/` (by day, newest last)", ["notes/"]),
        ("notes.md (old, new), b.md", ["notes.md", "b.md"]),
        ("my notes (1).md", ["my notes (1).md"]),
        ("app/(tabs)/index.tsx", ["app/(tabs)/index.tsx"]),
        ("**GUIDE.md**", ["GUIDE.md"]),
        ("**/test/**, **", ["**/test/**", "**"]),
        ("a.md#b, #c", ["a.md#b", "#c"]),
    ],
)
def test_the_files_of_a_cell(cell: str, expected: list[str]) -> None:
    assert files(cell) == tuple(expected)


@given(st.text(st.sampled_from("ab/.,+ \t\u3000"), max_size=20))
def test_plain_cells_need_no_pattern(cell: str) -> None:
    assert files(cell) == split(cell)


@given(st.text(st.sampled_from("a/.,;+ `'\"[](){}<br>#*“”（）!\t"), max_size=60))
def test_any_cell_is_split_into_files_without_blanks_around(cell: str) -> None:
    for file in files(cell):
        assert file == file.strip() != ""
        target(file)


@pytest.mark.parametrize("piece", ["[", "[a](", "(", "{", "`", "<br ", "**", "[a](b) ", "（", "' "])
def test_a_long_cell_is_split_soon(piece: str) -> None:
    split(piece * 50_000)


@pytest.mark.parametrize(
    ("file", "paths"),
    [
        ("docs/a.md", ["docs/a.md", "memory/docs/a.md"]),
        ("./a.md", ["a.md", "memory/a.md"]),
        ("../a.md", ["a.md"]),
        ("docs/../../a.md", ["a.md"]),
        ("../../a.md", []),
        (".", [".", "memory"]),
        ("..", ["."]),
        ("/etc/passwd", []),
        ("~/notes.md", []),
        ("C:\\notes.md", []),
        ("\\\\host\\share", []),
        ("https://example.org/a.md", []),
        ("file:///a.md", []),
        ("mailto:a@b.c", []),
        ("docs\\a.md", ["docs\\a.md", "memory/docs\\a.md", "docs/a.md", "memory/docs/a.md"]),
        ("C#.md", ["C", "memory/C", "C#.md", "memory/C#.md"]),
        ("a%20b.md", ["a%20b.md", "memory/a%20b.md", "a b.md", "memory/a b.md"]),
        ("#part", ["memory/INDEX.md"]),
    ],
)
def test_where_a_file_may_lie(file: str, paths: list[str]) -> None:
    found = target(file)
    assert found.paths == tuple(paths)
    assert found.leads_out == (not paths or file.startswith(("..", "docs/../..")))


def test_what_a_file_is_by_its_writing() -> None:
    assert target("docs/api/").is_folder
    assert not target("docs/api").is_folder
    assert [target(f"a{sign}").is_glob for sign in "*?[{"] == [True] * 4
    assert not target("a.md").is_glob
    assert target("docs/a.md#The part").section == "The part"
    assert target("a.md", "notes/page.md").paths == ("a.md", "notes/a.md")
    assert target("#x", "page.md").paths == ("page.md",)
    assert target("../x", "page.md").paths == ()


@given(st.text(st.sampled_from("./\\a#%2e~:"), max_size=12))
def test_no_path_leads_out_of_the_project(file: str) -> None:
    for path in target(file).paths:
        assert not path.startswith("/")
        assert ".." not in path.split("/")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a.md", ["a.md"]),
        ("{a,b}.md", ["a.md", "b.md"]),
        ("x/{a,}/{c,d}", ["x/a/c", "x/a/d", "x//c", "x//d"]),
        ("{a}", ["{a}"]),
        ("{a,{b,c}}", ["{a,b}", "{a,c}"]),
        ("{a,b", ["{a,b"]),
    ],
)
def test_the_alternatives_of_a_glob(pattern: str, expected: list[str]) -> None:
    assert alternatives(pattern) == tuple(expected)


def test_alternatives_stay_few() -> None:
    assert len(alternatives("{a,b}" * 1_000)) == 64
