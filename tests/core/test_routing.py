"""Tables are found and read as a person reads them, and keywords match as the format says."""

import json
import re
import unicodedata
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtui.core.routing import (
    RouteMatch,
    hint,
    hints,
    is_unspaced,
    match,
    read,
    route,
)
from memtui.core.routing.cell import bars, cells, keywords
from memtui.core.routing.roles import roles

DATA = Path(__file__).parents[1] / "data"
VECTORS = json.loads((DATA / "routing_vectors.json").read_text(encoding="utf-8"))
PAGES = json.loads((DATA / "routing_pages.json").read_text(encoding="utf-8"))

HEAD = "| Task type | Keywords | Files to load |\n|---|---|---|\n"


def table(*rows: str) -> str:
    return HEAD + "".join(f"| T{n} | {row} | f.md |\n" for n, row in enumerate(rows, 1))


def fired(cell: str, prompt: str) -> list[str]:
    return [found.keyword for found in route(table(cell), prompt)]


# -- reading


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["name"])
def test_a_page_is_read_as_a_person_reads_it(page: dict[str, Any]) -> None:
    text = page.get("end", "\n").join(page["lines"])
    rows = read(text).rows
    assert [[row.line, row.task_type, list(row.keywords), list(row.files)] for row in rows] == page[
        "rows"
    ]
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["name"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_a_mark_at_the_start_and_text_around_change_nothing(
    page: dict[str, Any], end: str
) -> None:
    text = "\ufeff" + end.join(["Above | all", "", *page["lines"], "", "below", ""])
    rows = read(text).rows
    assert [[row.line - 2, row.task_type] for row in rows] == [row[:2] for row in page["rows"]]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # without a row of dashes, when the header says what its columns are
        ("| Task | Keywords | Files |\n| a | b | c |\n| d | e | f |\n", [2, 3]),
        ("| One | Two | Three |\n| a | b | c.md |\n| d | e | f.md |\n", []),
        # rows apart from their table
        (HEAD + "| a | b | c |\n\n| d | e | f |\n\ntext\n\n| g | h | i |\n", [3, 5, 9]),
        (HEAD + "| a | b | c |\n<!-- new -->\n| d | e | f |\n", [3, 5]),
        # what ends a table
        (HEAD + "| a | b | c |\ntext\n", [3]),
        (HEAD + "| a | b | c |\n# d | e | f\n> g | h | i\n- j | k | l\n", [3]),
        (HEAD + "a | b | c\n  | d | e | f |\n", [3, 4]),
        (HEAD + "| a | b | c |\n`d | e` text\n", [3]),
        # dashes within
        (HEAD + "| a | b | c |\n|---|---|---|\n| d | e | f |\n", [3, 5]),
        (HEAD + "| a | b | c |\n| - | - | - |\n", [3, 4]),
        (HEAD + "| a | b | c |\n| Task | Tags | Docs |\n|--|---|--|\n| d | e | f |\n", [3, 6]),
        # an odd row of dashes
        ("| Task | Keywords | Files |\n| :-: | --- |\n| a | b | c |\n", [3]),
        ("Task | Keywords | Files\n-|-|-\na | b | c\n", [3]),
        ("Keywords\n|---|\n| a |\n", []),
        # code
        ("```\n" + HEAD + "| a | b | c |\n```\n", []),
        ("~~~~ md\n" + HEAD + "~~~\n| a | b | c |\n~~~~\n" + HEAD + "| d | e | f |\n", [9]),
        ("- ```sh\n  x\n  ```\n\n" + HEAD + "| a | b | c |\n", [7]),
        ("```\n    ```\n" + HEAD + "| a | b | c |\n```\n", []),
        ("a ``` b\n\n``` x ` y\n" + HEAD + "| a | b | c |\n", [6]),
        ("".join(f"    {line}\n" for line in (HEAD + "| a | b | c |").split("\n")), []),
        ("1. Item\n\n" + "".join(f"    {x}\n" for x in (HEAD + "| a | b | c |").split("\n")), [5]),
        # comments
        ("<!--\n" + HEAD + "| a | b | c |\n-->\n", []),
        ("<!-- x -->\n" + HEAD + "| a | b | c |\n", [4]),
        # an empty row is a row
        (HEAD + "|  |  |  |\n|\n", [3, 4]),
        ("", []),
    ],
)
def test_which_lines_are_rows(text: str, lines: list[int]) -> None:
    assert [row.line for row in read(text).rows] == lines


def test_tables_say_what_their_columns_are() -> None:
    page = read("x\n\n" + HEAD + "| a | b | c |\n\ny\n\n| Docs | Tags |\n| d | e |\n")
    assert [table.header for table in page.tables] == [
        ("Task type", "Keywords", "Files to load"),
        ("Docs", "Tags"),
    ]
    one, other = page.tables
    assert (one.task_type, one.keywords, one.files) == (0, 1, 2)
    assert (one.first_line, one.has_separator) == (3, True)
    assert (other.task_type, other.keywords, other.files) == (-1, 1, 0)
    assert (other.first_line, other.has_separator) == (9, False)
    assert [row.table for row in page.rows] == [one, other]
    assert [row.task_type for row in page.rows] == ["a", "e"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("| a | b |", ["a", "b"]),
        ("a | b", ["a", "b"]),
        (r"| a \| b | c \\| d |", ["a | b", r"c \| d"]),
        ("| `a | b` | c |", ["`a | b`", "c"]),
        ("| ``a ` | b`` | c |", ["``a ` | b``", "c"]),
        ("| `a | b | c |", ["`a", "b", "c"]),
        (r"| \`a | b` | c |", [r"\`a", "b`", "c"]),
        (r"| `a\` | b |", [r"`a\`", "b"]),
        ("| a || b |", ["a", "", "b"]),
        ("|", []),
        ("", []),
    ],
)
def test_the_cells_of_a_line(line: str, expected: list[str]) -> None:
    assert cells(line) == expected


@given(st.text("ab |\\`", max_size=30))
def test_both_ways_to_part_a_line_agree(line: str) -> None:
    places = [-1, *bars(line), len(line)]
    parts = [line[start + 1 : end].strip().replace("\\|", "|") for start, end in pairwise(places)]
    assert cells(line) == parts[not parts[0] : len(parts) - (len(parts) > 1 and not parts[-1])]


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        (("Task type", "Keywords", "Files to load"), (0, 1, 2)),
        (("When to load", "TAGS", "docs"), (0, 1, 2)),
        (("**Files**", "`key words`", "taskType"), (2, 1, 0)),
        (("Load", "Read", "Triggers", "Trigger", "When", "Topic"), (4, 2, 0)),
        (("파일 경로", "키워드", "주제"), (2, 1, 0)),
        (("文件", "关键词", "任务类型"), (2, 1, 0)),
        (("種類", "キーワード", "読むファイル"), (0, 1, 2)),
        (("Tâche", "Mots-clés", "Fichiers"), (0, 1, 2)),
        (("Aufgabe", "Schlüsselwörter", "Dateien"), (0, 1, 2)),
        ((unicodedata.normalize("NFD", "Schlüsselwörter"), "Pfad"), (-1, 0, 1)),
        (("T", "K", "F"), (-1, -1, -1)),
        (("Typical", "Keywordless", "Profiles"), (-1, -1, -1)),
    ],
)
def test_roles_come_from_the_words_of_the_header(
    header: tuple[str, ...], columns: tuple[int, int, int]
) -> None:
    assert roles(header) == columns


@pytest.mark.parametrize(
    ("third", "found"),
    [
        (["a.md", "b/"], True),
        (["a.md", "none"], False),
        (["a.md", "b.toml", "e.g. this 1.5"], True),
        (["v1.5", "2.0"], False),
        (["a.md", "b.md", ""], True),
        (["and/or"], True),
        ([], False),
    ],
)
def test_columns_by_position_when_the_third_names_files(third: list[str], found: bool) -> None:
    rows = "".join(f"| T | k | {cell} |\n" for cell in third)
    page = read(f"| A | B |\n|---|---|\n| x | y |\n\n| T | K | F |\n|---|---|---|\n{rows}")
    assert bool(page.tables) == found
    assert [row.files_cell for row in page.rows] == (third if found else [])


def test_a_header_that_names_its_columns_comes_before_a_table_by_position() -> None:
    text = "| T | K | F |\n|---|---|---|\n| x | deploy | a.md |\n\n" + table("api")
    assert [found.task_type for found in route(text, "deploy the api")] == ["T1"]


@given(st.text(st.sampled_from("|-:` \\\n\r\tab#>*<!~\ufeff\u2028\x00"), max_size=200))
@example("|" * 50 + "\n" + "|-" * 50)
def test_any_text_is_read(text: str) -> None:
    page = read(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for row in page.rows:
        assert "|" in lines[row.line - 1]
        assert len(row.cells) >= len(row.table.header)
        assert (row.files, row.keywords, row.task_type) is not None
    match(page, text)


@given(st.text(max_size=100), st.text(max_size=50))
def test_any_text_and_prompt_are_matched(text: str, prompt: str) -> None:
    hints(route(table(text.replace("\n", " ").replace("\r", " ")), prompt))


# -- matching


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case[0])
def test_matches_are_those_of_the_original_where_the_two_agree(case: list[Any]) -> None:
    _, page, prompt, expected = case
    found = route(VECTORS["pages"][page], prompt)
    assert [[one.task_type, one.files_cell] for one in found] == expected


@pytest.mark.parametrize(
    ("cell", "prompt", "keyword"),
    [
        # whole words
        ("api", "api를 고쳐", "api"),
        ("api", "修改api接口", "api"),
        ("api", "このapiを", "api"),
        ("api", "サーバーapi", "api"),
        ("api", "แก้apiให้", "api"),
        ("api", "api_key API-key", "api"),
        ("API", "the api", "API"),
        ("api", "apis", None),
        ("api", "2api", None),
        ("api", "éapi", None),
        ("api", "e\u0301api", None),
        ("api", "api\u0301", None),
        ("api", "арiapi", None),
        ("api", "ａpi api１", None),
        ("api", "apiß", None),
        ("api", "APİ", None),
        ("api", "ㄅapi", None),
        ("k8s", "k8s, please", "k8s"),
        ("s", "ſ", None),
        # anything else, as it stands
        ("배포", "재배포를", "배포"),
        ("배포", unicodedata.normalize("NFD", "배포를"), "배포"),
        (unicodedata.normalize("NFD", "배포"), "배포를", unicodedata.normalize("NFD", "배포")),
        ("c++", "C++17", "c++"),
        ("ci/cd", "CI/CD", "ci/cd"),
        ("pull request", "a Pull Requests", "pull request"),
        ("pull request", "pullrequest pull\nrequest", None),
        ("ÜBER", "darüber", "ÜBER"),
        ("Straße", "STRASSEN", "Straße"),
        ("ſa", "xSAx", "ſa"),
        ("한, sa", "xsax", None),
        ("тест", "КОНТЕСТ", "тест"),
        ("İzmir", "izmir", None),
        (".*", "anything", None),
        ("a.c", "abc", None),
        ("[x]", "x [X]", "[x]"),
        # the cell
        ("one, two", "two one", "one"),
        ("一，二、三", "三", "三"),
        (" , ,", "anything , ", None),
        ("", "anything", None),
        ("`api`", "api", "api"),
        ("\"api\", 'rest'", "rest", "rest"),
        ("``api``", "api", "api"),
        ("`one, two`", "one", "one"),
        ("`one, two`", "two", "two"),
        ("use `a` or `b`", "use `a` or `b`", "use `a` or `b`"),
        ("“quoted”", "quoted", "quoted"),
        ("``", "``", None),
        (r"a\|b", "A|B", "a|b"),
    ],
)
def test_what_a_keyword_matches(cell: str, prompt: str, keyword: str | None) -> None:
    assert fired(cell, prompt) == ([] if keyword is None else [keyword])


UNSPACED = (
    *("CJK ", "IDEOGRAPHIC ITERATION", "IDEOGRAPHIC NUMBER", "HANGZHOU", "HIRAGANA", "KATAKANA"),
    *(
        "HALFWIDTH KATAKANA",
        "HANGUL",
        "HALFWIDTH HANGUL",
        "HENTAIGANA",
        "THAI CHARACTER",
        "THAI DIGIT",
    ),
)


def blocks(sign: str) -> bool:
    """Return whether a neighbour makes another word, by the names of the characters."""
    return sign.isalnum() and not unicodedata.name(sign, "").startswith(UNSPACED)


def reference(cell: str, prompt: str) -> list[str]:
    """Match one row, letter by letter."""
    prompt = unicodedata.normalize("NFC", prompt)
    for word in re.split("[,，、]", cell):
        word = word.strip()
        if not word:
            continue
        if re.fullmatch("[A-Za-z0-9]+", word):
            for at in range(len(prompt) - len(word) + 1):
                same = all(
                    one == other or ((one + other).isascii() and one.lower() == other.lower())
                    for one, other in zip(word, prompt[at : at + len(word)], strict=True)
                )
                around = prompt[at - 1 : at] + prompt[at + len(word) : at + len(word) + 1]
                if same and not any(map(blocks, around)):
                    return [word]
        elif unicodedata.normalize("NFC", word).casefold() in prompt.casefold():
            return [word]
    return []


LETTERS = "aAbBİıßſKée\u0301한각가ーアあ漢ไทยа１ａ_-+/. ,，、\n"


@given(st.text(LETTERS.replace("\n", ""), max_size=12), st.text(LETTERS, max_size=12))
@example("a", "aー")
@example("aB", "Ab")
def test_matching_equals_a_literal_reference(cell: str, prompt: str) -> None:
    assert fired(cell, prompt) == reference(cell, prompt)


def test_the_scripts_without_blanks_are_those_that_unicode_names() -> None:
    for code in (
        *range(0x3100),
        *range(0x3130, 0x3190),
        *range(0x31F0, 0x3200),
        *range(0x3400, 0x16F00),
        *range(0x1AFF0, 0x1B170),
        *range(0x20000, 0x32000),
    ):
        sign = chr(code)
        if sign.isalnum() and unicodedata.name(sign, "") not in UNNAMED:
            assert is_unspaced(sign) != blocks(sign), f"{code:x}"


# Signs for closing and repeating, which Unicode gives to these scripts without naming them so.
UNNAMED = {
    "IDEOGRAPHIC CLOSING MARK",
    "MASU MARK",
    *(f"VERTICAL KANA REPEAT {rest}" for rest in ("MARK", "WITH VOICED SOUND MARK")),
    *(f"VERTICAL KANA REPEAT {rest} UPPER HALF" for rest in ("MARK", "WITH VOICED SOUND MARK")),
    "VERTICAL KANA REPEAT MARK LOWER HALF",
    "VERTICAL IDEOGRAPHIC ITERATION MARK",
}


@given(st.lists(st.text("ab한 ,+", max_size=6), max_size=6), st.text("ab한 +", max_size=10))
def test_rows_match_by_themselves_and_in_order(rows: list[str], prompt: str) -> None:
    found = route(table(*rows), prompt)
    assert [(one.row, one.keyword) for one in found] == [
        (number, keyword)
        for number, row in enumerate(rows, 1)
        for keyword in reference(row, prompt)
    ]


def test_a_match_has_the_row_as_it_is_written() -> None:
    text = HEAD + "| x | none | y |\n| Ops \\| CI | a, `Deploy` | `a.md`, [b](b.md#c) |\n"
    assert route(text, "deploy a thing") == [
        RouteMatch(2, "Ops | CI", "a", ("a.md", "b.md#c"), "`a.md`, [b](b.md#c)")
    ]


@pytest.mark.parametrize("cell", keywords("a,b,,c d"))
def test_a_longer_prompt_matches_no_less(cell: str) -> None:
    prompts = [" ".join(words) for words in product(("x", "a", "b", "c d"), repeat=2)]
    for prompt in prompts:
        if fired(cell, prompt):
            assert fired(cell, f"before {prompt} after") == fired(cell, prompt)


# -- the hint


def test_the_hint_is_one_line_for_each_row() -> None:
    text = (
        HEAD
        + "| Deploy/CI | deploy,docker | docs/ops/cicd.md, DEPLOY.md |\n"
        + "| API | api | |\n| \u2028x\x0by | docker | z |\n"
    )
    found = route(text, "deploy the api with docker")
    assert hint(found[0]) == (
        '[auto-memory] Looks like a "Deploy/CI" task → Read first: docs/ops/cicd.md, DEPLOY.md'
    )
    assert hint(found[1]) == '[auto-memory] Looks like a "API" task'
    assert len(hints(found).splitlines()) == len(found) == 3
    assert hints([]) == ""
