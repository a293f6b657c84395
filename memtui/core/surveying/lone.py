"""Rows for documents that a survey proposes none for: named after the document itself."""

from collections.abc import Iterable, Iterator

from memtui.core.language import words
from memtui.core.routing.new_rows import NewRow, has_a_cell
from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.proposing import Proposal

MOST_KEYWORDS = 6


def lone(documents: Iterable[ProjectDocument], paths: Iterable[str]) -> Iterator[Proposal]:
    """Yield a row for each document of some paths; what a table's cell cannot name has none.

    Args:
        documents: The project's documents.
        paths: Those that no row leads to, in order.
    """
    by_path = {document.path: document for document in documents}
    for path in paths:
        if not has_a_cell(path):
            continue
        document = by_path[path]
        subject = document.title or document.subject or path.rpartition("/")[2]
        telling = words.telling(f"{document.title}\n{document.subject}")
        forms = dict.fromkeys(word.form for word in telling)
        row = NewRow(" ".join(subject.split()), tuple(forms)[:MOST_KEYWORDS], (path,))
        yield Proposal(row, "no row was proposed; named after the document")
