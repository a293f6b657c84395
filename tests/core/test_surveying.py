"""A routing table proposed from documents."""

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.core import routing
from memtui.core.language import stop_words
from memtui.core.routing import Page
from memtui.core.routing.new_rows import with_rows
from memtui.core.surveying import proposing
from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.proposing import Proposal, missing_from, propose, unrouted
from tests import clinic


def documents(files: Mapping[str, str]) -> list[ProjectDocument]:
    few = proposing.in_parts(files)
    found = (proposing.document(path, text, in_parts=few) for path, text in files.items())
    return [each for each in found if each is not None]


def proposed(files: Mapping[str, str]) -> tuple[Proposal, ...]:
    return propose(documents(files))


def page_of(proposals: Sequence[Proposal]) -> Page:
    return routing.read(with_rows(None, (proposal.row for proposal in proposals)))


def routed(page: Page, prompt: str) -> list[str]:
    """Return the files of the first three rows that a prompt fires: more than that is noise."""
    return [file for match in routing.match(page, prompt)[:3] for file in match.files]


def keywords_of(files: Mapping[str, str], path: str) -> tuple[str, ...]:
    return next(each.row.keywords for each in proposed(files) if path in each.row.files)


@pytest.mark.parametrize("prompts", [clinic.PROMPTS, clinic.HELD_OUT])
def test_ten_everyday_prompts_reach_the_document_a_person_would_choose(
    prompts: Sequence[tuple[str, str]],
) -> None:
    page = page_of(proposed(clinic.DOCUMENTS))
    assert len(prompts) == 10
    missed = [prompt for prompt, path in prompts if path not in routed(page, prompt)]
    assert len(missed) <= 2, missed
    rows = [len(routing.match(page, prompt)) for prompt, _ in prompts]
    assert sum(rows) / len(rows) <= 2


def test_small_talk_reaches_next_to_nothing() -> None:
    page = page_of(proposed(clinic.DOCUMENTS))
    fired = [prompt for prompt in clinic.SMALL_TALK if routing.match(page, prompt)]
    assert len(fired) <= 1, fired


def test_the_table_is_lean() -> None:
    proposals = proposed(clinic.DOCUMENTS)
    assert all(0 < len(each.row.keywords) <= 16 for each in proposals)
    assert all(0 < len(each.row.files) <= 3 for each in proposals)
    assert len(proposals) <= len(clinic.DOCUMENTS)


def test_the_same_documents_give_the_same_table_in_any_order() -> None:
    found = documents(clinic.DOCUMENTS)
    expected = propose(found)
    for seed in range(5):
        random.Random(seed).shuffle(found)
        assert propose(found) == expected


def test_each_row_says_where_each_keyword_comes_from() -> None:
    for proposal in proposed(clinic.DOCUMENTS):
        named = [part.split(": ", 1) for part in proposal.why.split("; ")]
        assert {place for place, _ in named} <= {
            "title",
            "path",
            "headings",
            "text",
            "usual for it",
        }
        told = [word for _, listed in named for word in listed.split(", ")]
        assert sorted(told) == sorted(proposal.row.keywords)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("docs/a.md", "# 배포를 되돌리는 방법\n", "배포"),
        ("docs/a.md", "# 캐시의 구조\n", "캐시"),
        ("docs/a.md", "# 如何把服务部署到生产环境\n", "部署"),
        ("docs/a.md", "# 支付与退款\n", "支付"),
        ("docs/a.md", "# デプロイの手順\n", "デプロイ"),
        ("docs/a.md", "# 決済の設定\n", "決済"),
        ("docs/a.md", "# Развертывание серверов\n", "сервер"),
        ("docs/a.md", "# Déploiement sur le serveur\n", "déploiement"),
        ("docs/a.md", "# Zahlungen und Rückerstattung\n", "rückerstattung"),
        ("docs/a.md", "# Despliegue del servidor\n", "despliegue"),
        ("docs/a.md", "# Deploying to the cloud\n", "deploy"),
        ("docs/a.md", "# Migrating users\n", "migrate"),
        ("docs/a.md", "# Queues\n", "queue"),
        ("docs/queueBackoff.md", "# x\n", "backoff"),
        ("docs/2024-01-outages.md", "# x\n", "outages"),
        ("docs/tasks.md", "# Tasks\n", "task"),
        ("packages/cart/README.md", "# x\n", "cart"),
    ],
)
def test_keywords_are_in_the_documents_own_language(path: str, text: str, expected: str) -> None:
    files = {path: text, "docs/other.md": "# Billing\n", "docs/more.md": "# Webhooks\n"}
    assert expected in keywords_of(files, path)


def test_a_korean_keyword_matches_whatever_particle_follows() -> None:
    page = page_of(proposed({"docs/a.md": "# 배포를 진행하는 방법\n"}))
    for prompt in ("배포해줘", "배포가 실패했어", "어제 배포한 것을 되돌려"):
        assert routed(page, prompt) == ["docs/a.md"]


def test_words_that_many_documents_share_are_no_keywords() -> None:
    files = {f"docs/{name}.md": f"# Tansu {name}\n" for name in ("cart", "stock", "tax", "mail")}
    assert not any("tansu" in each.row.keywords for each in proposed(files))


def test_the_projects_name_is_no_keyword_of_its_readme() -> None:
    text = "# Tansu\n\nTansu sells. Tansu buys. Tansu ships.\n\n## Warehouse\n"
    assert keywords_of({"README.md": text}, "README.md") == ("warehouse",)


def test_a_heading_that_is_another_documents_title_stays_with_that_document() -> None:
    files = {
        "docs/orders.md": "# Orders\n\n## Refunds\n",
        "docs/refunds.md": "# Refunds\n",
        "docs/mail.md": "# Mail\n",
    }
    page = page_of(proposed(files))
    assert routed(page, "refunds are too slow") == ["docs/refunds.md"]


def test_documents_of_one_kind_of_task_share_a_row() -> None:
    files = {
        "docs/ops/deploy.md": "# Deploying\n",
        "docs/ops/rollback.md": "# Rollback\n",
        "Dockerfile": "FROM x\n",
    }
    (proposal,) = proposed(files)
    assert proposal.row.task_type == "Deploy"
    assert proposal.row.files == ("docs/ops/deploy.md", "docs/ops/rollback.md", "Dockerfile")


def test_a_document_about_a_part_of_a_task_gets_the_tasks_name_alone() -> None:
    files = {"docs/backup.md": "# Backups\n", "docs/logins.md": "# Login\n"}
    assert "monitoring" not in keywords_of(files, "docs/backup.md")
    assert {"operations", "backup"} <= set(keywords_of(files, "docs/backup.md"))
    assert {"auth", "authentication"} <= set(keywords_of(files, "docs/logins.md"))


def test_many_pipelines_are_one_folder() -> None:
    files = {f".github/workflows/w{at}.yml": "jobs: {}\n" for at in range(5)}
    (proposal,) = proposed(files)
    assert (proposal.row.task_type, proposal.row.files) == ("CI", (".github/workflows/",))


def test_numbered_records_are_one_folder() -> None:
    files = {f"docs/adr/{at:04}-{name}.md": f"# {name}\n" for at, name in enumerate(WORDS[:6])}
    (proposal,) = proposed(files)
    assert proposal.row.files == ("docs/adr/",)
    assert set(WORDS[:6]) <= set(proposal.row.keywords)


NAMED = (
    "amber birch cedar daisy elder fennel ginger hazel indigo juniper kelp lotus maple nettle "
    "olive poppy quince rowan sage thyme umber violet walnut yarrow zinnia"
)
WORDS = NAMED.split()


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        # A name within a sentence needs to stand there only once.
        ("docs/a.md", "# Privacy\n\nFor users in Europe the GDPR holds.\n", "gdpr"),
        ("docs/a.md", "# Löschen\n\nWann die Fristen der Buchhaltung enden.\n", "buchhaltung"),
        # A name in a program is a keyword, and so are its parts.
        ("docs/a.md", "# Parts\n\n## SessionGuard\n", "sessionguard"),
        ("docs/a.md", "# Parts\n\n## SessionGuard\n", "session"),
        ("docs/a.md", "# Parts\n\n## make_link\n", "make_link"),
        # An everyday word that is in the document's name and in its title.
        ("docs/custom_fields.md", "# Custom fields\n", "field"),
        # What the usual words of its task are made of.
        ("docs/locales.md", "# Locales\n", "translate"),
        # What people ask with for its task, several words among them.
        ("CONTRIBUTING.md", "# Contributing\n", "pull request"),
        # The forms of a word that the document uses most.
        (
            "docs/a.md",
            "# Parts\n\n## Reloader\n\nIt reloads. A reload is quick to reload.\n",
            "reload",
        ),
        # A kind of task that a heading names and no document is about.
        ("CONTRIBUTING.md", "# Contributing\n\n## Running the tests\n", "tests"),
    ],
)
def test_what_else_makes_a_keyword(path: str, text: str, expected: str) -> None:
    files = {path: text, "docs/other.md": "# Billing\n", "docs/more.md": "# Webhooks\n"}
    assert expected in keywords_of(files, path)


def test_what_may_be_no_plural_has_no_singular() -> None:
    english = "# Parts\n\n## Reading from NATS\n\n## Wheels\n"
    german = "# Tabellen\n\nWenn die Tabellen nicht mit der Datenbank sind.\n\n## Indizes\n"
    files = {"docs/a.md": english, "docs/b.md": german, "docs/c.md": "# Billing\n"}
    assert {"nats", "wheels", "wheel"} <= set(keywords_of(files, "docs/a.md"))
    assert "indizes" in keywords_of(files, "docs/b.md")
    assert {"nat", "indize"}.isdisjoint(k for each in proposed(files) for k in each.row.keywords)


def test_a_name_in_a_program_has_no_singular() -> None:
    files = {"docs/a.md": "# Parts\n\n## make_links\n", "docs/b.md": "# Billing\n"}
    assert {"make_links"} == {each for each in keywords_of(files, "docs/a.md") if "_" in each}


def test_a_word_of_any_prompt_is_no_keyword_for_a_heading() -> None:
    text = "# Contributing\n\n## Commit messages\n\n## Loops and variables\n\n## Running tests\n"
    found = keywords_of({"CONTRIBUTING.md": text, "docs/a.md": "# Billing\n"}, "CONTRIBUTING.md")
    assert {"commit", "loop", "loops", "variable", "variables"}.isdisjoint(found)
    assert "tests" in found


def test_a_word_leads_to_the_documents_that_are_about_it_most() -> None:
    files = {
        "docs/queues.md": "# Queues\n",
        "docs/retries.md": "# Retries\n\n## Queues\n\n## Dead queues\n",
        "docs/mail.md": "# Mail\n\n## Queues\n",
        "docs/tax.md": "# Tax\n\n## Queues\n",
        "docs/cart.md": "# Cart\n",
        "docs/stock.md": "# Stock\n",
        "docs/ship.md": "# Ship\n",
    }
    page = page_of(proposed(files))
    assert routed(page, "the queues are full") == ["docs/queues.md"]


def test_equal_titles_tell_no_document_apart() -> None:
    files = {f"{name}/worker.md": "# Worker\n" for name in WORDS[:4]}
    files |= {f"docs/{name}.md": f"# {name}\n" for name in WORDS[4:12]}
    assert routed(page_of(proposed(files)), "the worker hangs") == []


def test_a_folder_with_samples_has_one_row_and_its_words_no_other() -> None:
    files = {
        "docs/refunds.md": "# Refunds\n",
        "demo/shop/docs/deploy.md": "# Deploying\n",
        "demo/shop/README.md": "# Shop\n",
    }
    rows = {each.row.files: each.row.keywords for each in proposed(files)}
    assert rows[("demo/",)] == ("demo", "shop")
    assert not any("deploy" in keywords for keywords in rows.values())


README = "# Tansu\n" + "".join(
    f"\n## {title}\n\n" + f"About {word} and {word}.\n" * 16
    for title, word in (
        ("Pack a crate", "pallets"),
        ("Send it off", "couriers"),
        ("Get paid", "invoices"),
        ("Run the tests", "fixtures"),
        ("Read on", "footnotes"),
    )
)


def test_a_long_readme_alone_is_routed_section_by_section() -> None:
    page = page_of(proposed({"README.md": README}))
    assert routed(page, "print the invoices again") == ["README.md#get-paid"]
    assert routed(page, "another of the couriers") == ["README.md#send-it-off"]
    assert unrouted(documents({"README.md": README}), page) == ()


def test_beside_other_documents_it_is_one_row() -> None:
    files = {f"docs/{word}.md": f"# {word}\n" for word in WORDS[:5]} | {"README.md": README}
    assert any(each.row.files == ("README.md",) for each in proposed(files))


# --- what a table has and lacks -------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "docs/orders.md",
        "docs/",
        "docs/*.md",
        "docs/orders.md#refunds",
        "`docs/orders.md`",
        "[o](docs/orders.md)",
        "../docs/orders.md",
    ],
)
def test_what_a_row_leads_to_is_routed(cell: str) -> None:
    files = {"docs/orders.md": "# Orders\n", "mail/hooks.md": "# Mail hooks\n"}
    page = routing.read(f"| task | keywords | files |\n|-|-|-|\n| x | y | {cell} |\n")
    assert unrouted(documents(files), page) == ("mail/hooks.md",)
    lacking = missing_from(page, proposed(files))
    assert [each.row.files for each in lacking] == [("mail/hooks.md",)]


def test_a_row_of_which_a_part_is_routed_is_proposed_for_the_rest() -> None:
    files = {"docs/deploy.md": "# Deploying\n", "docs/rollback.md": "# Rollback of a deploy\n"}
    page = routing.read("| task | keywords | files |\n|-|-|-|\n| x | y | docs/deploy.md |\n")
    (proposal,) = missing_from(page, proposed(files))
    assert proposal.row.files == ("docs/rollback.md",)


def test_nothing_is_proposed_twice() -> None:
    proposals = proposed(clinic.DOCUMENTS)
    page = page_of(proposals)
    assert missing_from(page, proposals) == ()
    assert unrouted(documents(clinic.DOCUMENTS), page) == ()


def test_samples_need_no_row() -> None:
    files = {"examples/a/README.md": "# A\n"}
    assert unrouted(documents(files), routing.read("")) == ()


# --- laws -----------------------------------------------------------------------------------

NAMES = st.from_regex(r"[a-zA-Z0-9가-힣_ .(),;#|`'\[\]+~-]{1,12}", fullmatch=True)
TITLES = st.text(
    alphabet=st.one_of(
        st.sampled_from("abcdegilmnoprstuy  |`'*_[]()#,;배포를데이터수据库部署テスト\u0301\u202e"),
        st.characters(codec="utf-8", categories=("L", "P", "Z")),
    ),
    max_size=30,
)


@settings(max_examples=150)
@given(st.dictionaries(NAMES.map("docs/{}.md".format), TITLES.map("# {}\n".format), max_size=6))
def test_any_table_reads_back_and_each_keyword_fires_its_row(files: dict[str, str]) -> None:
    proposals = proposed(files)
    page = page_of(proposals)
    assert [(row.task_type, row.keywords, row.files) for row in page.rows] == [
        tuple(proposal.row) for proposal in proposals
    ]
    for row in page.rows:
        for keyword in row.keywords:
            assert row.number in [match.row for match in routing.match(page, keyword)]
        for file in row.files:
            assert file in files


@given(st.lists(st.sampled_from(sorted(stop_words.EVERYDAY)), min_size=1, max_size=5))
def test_everyday_words_are_no_keywords(title: list[str]) -> None:
    files = {"docs/a1.md": f"# {' '.join(title)}\n"}
    assert not any(set(title) & set(each.row.keywords) for each in proposed(files))


SUBJECTS = st.from_regex(r"[b-df-hj-np-tv-z]{4,9}", fullmatch=True)


@given(st.lists(SUBJECTS, min_size=1, max_size=8, unique=True))
def test_a_title_that_says_something_reaches_its_document(titles: list[str]) -> None:
    files = {f"docs/{at}.md": f"# {title}\n" for at, title in enumerate(titles)}
    page = page_of(proposed(files))
    for at, title in enumerate(titles):
        if title not in stop_words.STOP_WORDS:
            assert f"docs/{at}.md" in [f for m in routing.match(page, title) for f in m.files]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["a.md", "a.rst"])
@pytest.mark.parametrize(
    "part",
    ["<", "<!--", "](", ":", ":a:", "**", "`", "<h1>", "<h1 ", "[", "{#", " ", "a", "가", "数"],
)
def test_a_degenerate_text_takes_no_longer_than_its_length(name: str, part: str) -> None:
    """A quadratic time would be minutes here."""
    for start in ("", "# ", "---\ntitle: x\n"):
        text = start + part * (100_000 // len(part))
        assert proposing.document(f"docs/{name}", f"{text}\n---\n", in_parts=True) is not None
