"""Which documents own the topic of a text."""

import random
from collections.abc import Mapping

import pytest

from memtui.core import routing
from memtui.core.routing import Page
from memtui.core.surveying import proposing
from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.owners import owners, possible
from tests import clinic

NO_TABLE = routing.read("")


def documents(pages: Mapping[str, str] = clinic.DOCUMENTS) -> list[ProjectDocument]:
    found = (proposing.document(path, text) for path, text in pages.items())
    return [each for each in found if each is not None]


CORPUS = possible(documents())


def table(*rows: str) -> Page:
    return routing.read("\n".join(["| task | keywords | files |", "|-|-|-|", *rows]))


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Renew refresh tokens behind a lock", "docs/auth.md"),
        ("환불은 카드 승인을 취소한 뒤에만 한다", "docs/payments.md"),
        ("Cursors of the pagination are opaque", "docs/api/pagination.md"),
        ("블루그린으로 배포할 때는 점검을 먼저", "docs/ops/deploy.md"),
        ("Commit messages name the branch", "CONTRIBUTING.md"),
    ],
)
def test_the_document_that_owns_the_topic_comes_first(text: str, owner: str) -> None:
    first, *rest = owners(text, CORPUS, NO_TABLE)
    assert first.path == owner
    assert all(first.score >= other.score > 0 for other in rest)


def test_it_is_said_why() -> None:
    (first, *_) = owners("환불은 카드 승인 뒤에", CORPUS, NO_TABLE)
    assert first.why == "title: 환불; headings: 승인, 카드"


def test_a_row_that_the_text_fires_counts_for_the_documents_it_leads_to() -> None:
    page = table("| x | sms | docs/ops/ |", "| y | fax | docs/auth.md |")
    found = owners("The sms gateway drops long texts", CORPUS, page)
    assert [(each.path, each.why) for each in found] == [
        ("docs/ops/deploy.md", "row 1 fires on sms"),
        ("docs/ops/monitoring.md", "row 1 fires on sms"),
    ]


def test_a_title_outweighs_a_heading_and_a_rare_word_a_common_one() -> None:
    pages = {
        "docs/queue.md": "# Queue\n\n## Backoff\n",
        "docs/backoff.md": "# Backoff\n\n## Queue\n",
        "docs/mail.md": "# Mail\n\n## Queue\n",
        "docs/cart.md": "# Cart\n",
    }
    ranked = owners("backoff of the queue", possible(documents(pages)), NO_TABLE)
    assert [each.path for each in ranked] == ["docs/backoff.md", "docs/queue.md"]


@pytest.mark.parametrize("text", ["", "  ", "add and fix the thing", "zzz qqq"])
def test_a_text_without_a_topic_has_no_owner(text: str) -> None:
    assert owners(text, CORPUS, NO_TABLE) == ()


def test_samples_own_nothing_and_nobody_owns_without_documents() -> None:
    sample = ProjectDocument("demo/refunds.md", "sample", "Refunds")
    assert owners("refunds", possible([sample]), NO_TABLE) == ()
    assert owners("refunds", possible([]), table("| x | refunds | a.md |")) == ()


def test_the_order_of_the_documents_does_not_matter_and_the_number_is_bounded() -> None:
    found = documents()
    text = "api components modules tokens sessions branches 배포 결제 테스트 모니터링"
    expected = owners(text, CORPUS, NO_TABLE)
    random.Random(1).shuffle(found)
    assert owners(text, possible(found), NO_TABLE) == expected
    assert len(expected) > 3
    assert owners(text, CORPUS, NO_TABLE, most=3) == expected[:3]
