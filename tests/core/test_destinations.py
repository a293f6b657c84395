"""Where a learning goes: what is appended, where, and that nothing else moves."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import routing
from memtui.core.destinations import (
    Category,
    Destination,
    Document,
    Edit,
    Filing,
    Ground,
    Journal,
    Own,
    Topic,
    adding,
    edits,
    likely_topic,
    titled,
    topic_path,
)
from memtui.core.documents import LESSONS, TABLE
from memtui.core.learning import Learning, new_file
from memtui.core.routing.new_rows import NewRow
from memtui.errors import BadValue

NOW = datetime(2026, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=9)))
"""In UTC it is still the day before."""

TOKENS = Learning(
    "gotcha", "Tokens outlive the session", "A tab went on", "One was revoked", "", "Revoke both"
)
INDEX = (
    "# Index\n\n| Task | Keywords | Files |\n|---|---|---|\n"
    "| API | api | memory/api.md |\n\nBelow.\n"
)
OWN = "/home/kim/.claude/projects/-shop/memory/MEMORY.md"


def file(
    destination: Destination,
    texts: Mapping[str, str] = MappingProxyType({}),
    learning: Learning = TOKENS,
) -> dict[str, str]:
    """Return what the files hold afterwards, by path."""
    return {edit.path: edit.after for edit in edited(destination, learning, texts)}


def edited(
    destination: Destination, learning: Learning, texts: Mapping[str, str]
) -> tuple[Edit, ...]:
    return edits(Filing(learning, destination), Ground(texts), NOW)


# -- memory files


def test_a_category_that_exists_gets_the_entry_at_its_end_with_utcs_day() -> None:
    path = ".automaker/memory/auth.md"
    after = edits(Filing(TOKENS, Category("auth")), Ground({path: "# Auth\r\n"}), NOW)
    assert [edit.path for edit in after] == [path]
    assert after[0].after == (
        "# Auth\r\n\r\n#### [Gotcha] Tokens outlive the session (2026-02-28)\r\n"
        "- **Situation:** A tab went on\r\n- **Root cause:** One was revoked\r\n"
        "- **How to avoid:** Revoke both\r\n"
    )
    assert (after[0].before, after[0].line) == ("# Auth\r\n", 3)


@pytest.mark.parametrize(
    ("typed", "there", "path"),
    [
        ("auth", ["auth.md"], "auth.md"),
        ("auth.md", ["auth.md"], "auth.md"),
        ("Auth", ["auth.md"], "auth.md"),
        ("auth", ["Auth.MD"], "Auth.MD"),
        ("결제", ["결제.md"], "결제.md"),
        ("결제", [], "general.md"),
        ("API rules", [], "api-rules.md"),
    ],
)
def test_a_category_keeps_its_spelling_and_a_new_one_is_named_as_learn_names_it(
    typed: str, there: list[str], path: str
) -> None:
    ground = Ground({f".automaker/memory/{name}": "x\n" for name in there})
    (edit,) = edits(Filing(TOKENS, Category(typed)), ground, NOW)
    assert edit.path == f".automaker/memory/{path}"
    if not there:
        assert edit.before is None
        day = NOW.astimezone(UTC).date()
        assert edit.after == new_file(path.removesuffix(".md"), TOKENS, day)


# -- the routing table's system


def test_a_new_topic_file_comes_with_a_row_that_leads_to_it() -> None:
    topic = Topic("token rotation", "Tokens", ("token", "refresh"))
    (written, row) = edits(Filing(TOKENS, topic), Ground({TABLE: INDEX}), NOW)
    assert (written.path, written.before, written.line) == ("memory/token-rotation.md", None, 3)
    assert written.after.startswith("# Token rotation\n\n#### [Gotcha] Tokens outlive the session")
    assert (row.path, row.before, row.line) == (TABLE, INDEX, 6)
    new = "| Tokens | token,refresh | memory/token-rotation.md |\n"
    assert row.after == INDEX.replace("\n\nBelow", f"\n{new}\nBelow")


def test_a_topic_file_that_exists_is_added_to_and_a_row_only_where_none_leads_to_it() -> None:
    texts = {TABLE: INDEX, "memory/api.md": "# API\n\nText", "memory/ui.md": "# UI\n"}
    assert file(Topic("API"), texts).keys() == {"memory/api.md"}
    assert file(Topic("ui", "UI", ("ui",)), texts).keys() == {"memory/ui.md", TABLE}
    assert file(Topic("api"), texts)["memory/api.md"].startswith("# API\n\nText\n\n#### [Gotcha]")


def test_without_a_table_a_page_is_made() -> None:
    after = file(Topic("api", "API", ("api",)))
    (row,) = routing.read(after[TABLE]).rows
    assert (row.task_type, row.keywords, row.files) == ("API", ("api",), ("memory/api.md",))


def test_the_journal_gets_a_dated_entry_with_the_persons_day() -> None:
    text = file(Journal("Add login\nwith OAuth"), {LESSONS: "# Lessons\n"})[LESSONS]
    assert text == (
        "# Lessons\n\n## 2026-03-01 Add login with OAuth\n\n"
        "- **Problem:** A tab went on\n- **Cause:** One was revoked\n"
        "- **Lesson:** Tokens outlive the session\n- **Next time:** Revoke both\n"
    )
    made = file(Journal(), learning=Learning("learning", "Ask first"))[LESSONS]
    assert made == "# Lessons\n\n## 2026-03-01\n\n- **Lesson:** Ask first\n"


def test_rows_of_a_survey_are_one_edit_of_the_table() -> None:
    rows = [NewRow("A", ("a",), ("docs/a.md",)), NewRow("B", ("b",), ("docs/b.md",))]
    edit = adding(rows, Ground({TABLE: INDEX}))
    assert (edit.path, edit.before, edit.line) == (TABLE, INDEX, 6)
    assert [row.task_type for row in routing.read(edit.after).rows] == ["API", "A", "B"]
    made = adding(rows, Ground())
    assert made.before is None
    assert [row.task_type for row in routing.read(made.after).rows] == ["A", "B"]


def test_the_agents_own_memory_is_a_file_like_any_other_by_its_whole_path() -> None:
    (edit,) = edits(Filing(TOKENS, Own(OWN)), Ground({OWN: "- short\n"}), NOW)
    assert (edit.path, edit.before, edit.line) == (OWN, "- short\n", 3)
    (edit,) = edits(Filing(TOKENS, Own(OWN)), Ground(), NOW)
    assert edit.after.startswith("#### [Gotcha] Tokens")


# -- documents

DOC = (
    "# Auth\n\nHow people sign in.\n\n## Sessions\n\nAn hour.\n\n```\n## Tokens\n```\n\n\n"
    "## Tokens ##\nThey rotate.\n### Refresh\n\nDeep.\n"
)
PASSAGE = (
    "Tokens outlive the session\n\n- **Situation:** A tab went on\n"
    "- **Root cause:** One was revoked\n- **How to avoid:** Revoke both\n"
)


@pytest.mark.parametrize(
    ("place", "before", "after", "line"),
    [
        (Document("a.md"), DOC, DOC + "\n" + PASSAGE, 20),
        (Document("a.md"), "text", "text\n\n" + PASSAGE, 3),
        (Document("a.md"), "", PASSAGE, 1),
        (
            Document("a.md", 5, "Sessions"),
            DOC,
            DOC.replace("```\n\n\n", f"```\n\n{PASSAGE}\n\n"),
            13,
        ),
        (Document("a.md", 14, "Tokens"), DOC, DOC.replace("e.\n#", f"e.\n\n{PASSAGE}\n#"), 17),
        (Document("a.md", 16, "Refresh"), DOC, DOC + "\n" + PASSAGE, 20),
        (Document("a.md", 1, "A"), "# A\n# B\n", f"# A\n\n{PASSAGE}\n# B\n", 3),
        (Document("a.md", 1, "A"), "A\n=\n\n\nB\n-", f"A\n=\n\n{PASSAGE}\n\nB\n-", 4),
    ],
)
def test_a_document_gets_a_passage_at_the_end_of_a_section(
    place: Document, before: str, after: str, line: int
) -> None:
    for end in ("\n", "\r\n"):
        texts = {"a.md": before.replace("\n", end)}
        if end == "\r\n" and "\n" not in before:
            continue
        (edit,) = edited(place, TOKENS, texts)
        assert edit.after == after.replace("\n", end)
        assert edit.line == line


def test_a_section_is_found_again_where_it_moved_to() -> None:
    moved = "# New\n\n## Tokens\n\nOthers.\n\n" + DOC
    (edit,) = edited(Document("a.md", 14, "Tokens"), TOKENS, {"a.md": moved})
    assert edit.after == moved.replace("e.\n#", f"e.\n\n{PASSAGE}\n#")
    with pytest.raises(BadValue, match=r"a\.md: the section “Gone” is gone"):
        edited(Document("a.md", 5, "Gone"), TOKENS, {"a.md": DOC})
    with pytest.raises(BadValue, match="no such document"):
        edited(Document("a.md"), TOKENS, {})


def test_what_was_learned_alone_is_one_line() -> None:
    (edit,) = edited(Document("a.md"), Learning("learning", "One\nline"), {"a.md": "# A\n"})
    assert edit.after == "# A\n\nOne line\n"


TEXTS = st.text(st.sampled_from("a한#-|`~ \t\n\r\u2028:=\ufeff"), max_size=60)
VALUES = st.text(max_size=20)
LEARNINGS = st.builds(
    Learning,
    st.sampled_from(["decision", "learning", "pattern", "gotcha"]),
    st.just("What was learned"),
    VALUES,
    VALUES,
)
PLACES: st.SearchStrategy[Destination] = st.one_of(
    st.just(Category("auth")),
    st.just(Topic("auth", "Auth", ("auth",))),
    st.builds(Journal, VALUES),
    st.just(Document("docs/a.md")),
    st.just(Own(OWN)),
)


@given(LEARNINGS, PLACES, TEXTS, st.integers(0, 5))
def test_every_character_that_stood_there_stays(
    learning: Learning, place: Destination, text: str, at: int
) -> None:
    paths = (".automaker/memory/auth.md", "memory/auth.md", LESSONS, "docs/a.md", OWN)
    ground = Ground({**dict.fromkeys(paths, text), TABLE: INDEX})
    if isinstance(place, Document):
        from memtui.core.passages import _headings

        headings = _headings(text)
        if headings:
            place = Document("docs/a.md", *headings[at % len(headings)])
    for edit in edits(Filing(learning, place), ground, NOW):
        assert edit.before is not None
        assert "What was learned" in edit.after or edit.path == TABLE
        # The old text is the new one without one piece of it.
        longer, old = edit.after, edit.before
        head = next((i for i, (a, b) in enumerate(zip(longer, old, strict=False)) if a != b), None)
        head = min(len(old), len(longer)) if head is None else head
        assert any(
            longer[:cut] + longer[cut + len(longer) - len(old) :] == old
            for cut in range(max(0, head - 40), head + 1)
        )


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("The api answers", "api"),
        ("Renewal of tokens", "token-renewal"),
        ("Tokens", ""),
        ("카드 결제는 두 번 승인된다", "결제"),
        ("", ""),
    ],
)
def test_the_topic_file_of_a_text_is_told_by_a_row_that_fires_or_by_its_name(
    said: str, topic: str
) -> None:
    names = ("api", "token-renewal", "결제", "the")
    ground = Ground({TABLE: INDEX, **{f"memory/{name}.md": "" for name in names}})
    assert likely_topic(said, ground) == topic


# -- refusals


@pytest.mark.parametrize(
    ("destination", "key", "why"),
    [
        (Category(" "), "category", "name the category"),
        (Topic("", "T", ("k",)), "topic", "a name is missing"),
        (Topic("index", "T", ("k",)), "topic", "the routing table itself"),
        (Topic("a/b", "T", ("k",)), "topic", "no path"),
        (Topic("a,b", "T", ("k",)), "topic", "a table's cell"),
        (Topic("a#b", "T", ("k",)), "topic", "a table's cell"),
        (Topic("`a`", "T", ("k",)), "topic", "a table's cell"),
        (Topic("new", " ", ("k",)), "task_type", "the hint to the agent"),
        (Topic("new", "T"), "keywords", "nothing fires the row"),
    ],
)
def test_what_is_missing_or_cannot_be_is_refused_and_names_its_field(
    destination: Destination, key: str, why: str
) -> None:
    with pytest.raises(BadValue, match=why) as error:
        file(destination, {TABLE: INDEX})
    assert error.value.key == key


@pytest.mark.parametrize("content", ["", "  ", "\n\x00"])
def test_a_learning_without_content_is_refused_everywhere(content: str) -> None:
    for place in (Category("a"), Topic("a", "A", ("a",)), Journal(), Document("a"), Own(OWN)):
        with pytest.raises(BadValue, match="in one sentence") as error:
            file(place, learning=Learning("learning", content))
        assert error.value.key == "content"


def test_a_file_that_is_never_written_is_refused_with_its_reason() -> None:
    locked = dict.fromkeys((".automaker/memory/auth.md", LESSONS, TABLE), "it is not UTF-8")
    ground = Ground({}, locked)
    for place in (Category("auth"), Journal(), Topic("new", "T", ("k",))):
        with pytest.raises(BadValue, match="it is not UTF-8; memtui never writes such a file"):
            edits(Filing(TOKENS, place), ground, NOW)


def test_names_of_topics_and_categories_are_known_without_their_ending() -> None:
    paths = (TABLE, "memory/api.md", "memory/b c.md", LESSONS, ".automaker/memory/auth.md")
    ground = Ground(dict.fromkeys(paths, ""))
    assert ground.topics == ("api", "b c")
    assert ground.categories == ("auth",)
    assert topic_path("B C", ground) == "memory/B-C.md"
    assert [titled(name) for name in ("token-rotation.md", "OAuth", "결제")] == [
        "Token rotation",
        "OAuth",
        "결제",
    ]
