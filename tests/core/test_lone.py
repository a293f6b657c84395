from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.lone import lone


def test_a_document_gets_a_row_that_is_named_after_it() -> None:
    documents = [
        ProjectDocument("docs/billing.md", title="Invoices and  refunds"),
        ProjectDocument("docs/ops/README.md"),
        ProjectDocument("docs/결제.md", title="카드 결제"),
        ProjectDocument("docs/other.md", title="Other"),
        ProjectDocument("docs/a,b.md", title="No cell can name it"),
    ]
    paths = ["docs/a,b.md", "docs/billing.md", "docs/ops/README.md", "docs/결제.md"]
    rows = [proposal.row for proposal in lone(documents, paths)]
    assert [row.files for row in rows] == [(path,) for path in paths[1:]]
    assert [row.task_type for row in rows] == ["Invoices and refunds", "ops", "카드 결제"]
    assert rows[0].keywords == ("invoices", "refunds", "billing")
    assert rows[2].keywords[:2] == ("카드", "결제")
    assert all(row.keywords for row in rows)
