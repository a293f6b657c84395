"""How large a proposed routing table is."""

from memtui.core.routing.new_rows import with_rows
from memtui.core.surveying.proposing import unrouted
from tests.core.test_surveying import WORDS, documents, keywords_of, page_of, proposed


def test_a_large_tree_is_folded_until_the_table_is_short() -> None:
    others = (*WORDS[3:], "acorn", "basil", "clover", "dill", "endive", "fig")
    files = {
        f"docs/{folder}/{one}-{other}.md": f"# {one} {other}\n"
        for folder, one in zip(("alpha", "beta", "gamma"), WORDS, strict=False)
        for other in others
    }
    proposals = proposed(files)
    assert len(files) > 80
    assert len(proposals) <= 80
    assert any(each.row.files == ("docs/alpha/",) for each in proposals)
    assert unrouted(documents(files), page_of(proposals)) == ()


def test_folders_of_few_documents_are_folded_into_the_one_around_them() -> None:
    files = {
        f"docs/{one}/{two}/page.md": f"# {one}{two} {two}{one}\n"
        for one in WORDS[:9]
        for two in WORDS[:12]
    }
    proposals = proposed(files)
    assert len(files) > 80 >= len(proposals)
    assert all(each.row.files[0].count("/") >= 2 for each in proposals)
    assert unrouted(documents(files), page_of(proposals)) == ()


def test_a_folder_that_holds_nearly_all_is_no_row() -> None:
    files = {f"docs/{one}{two}.md": f"# {one}{two}\n" for one in WORDS[:9] for two in WORDS[:12]}
    assert len(proposed(files)) == len(files)
    reference = {path.replace("docs/", "docs/reference/"): text for path, text in files.items()}
    guide = {f"docs/{one}.md": f"# {one}\n" for one in WORDS}
    rows = {each.row.files for each in proposed(reference | guide)}
    assert rows == {("docs/reference/",), *((path,) for path in guide)}
    many = {f"docs/{one}{two}.md": f"# {one}{two}\n" for one in WORDS for two in WORDS}
    assert {each.row.files for each in proposed(many)} == {("docs/",)}


def test_a_table_of_long_documents_has_room_at_a_sessions_start() -> None:
    files = {
        f"docs/{one}.md": f"# {one}\n" + "".join(f"\n## {one}{two}\n" for two in WORDS * 2)
        for one in WORDS
    }
    table = with_rows(None, (each.row for each in proposed(files)))
    assert 4_000 < len(table) < 8_500
    assert all(each.row.keywords for each in proposed(files))


def test_a_longer_document_has_more_keywords() -> None:
    long = "# Amber\n" + "".join(f"\n## {word}\n" for word in WORDS[2:14])
    short = "# Birch\n" + "".join(f"\nThe {word} and the {word}.\n" for word in WORDS[14:])
    files = {"docs/a.md": long, "docs/b.md": short}
    assert set(WORDS[2:14]) <= set(keywords_of(files, "docs/a.md"))
    assert len(keywords_of(files, "docs/b.md")) == 8
