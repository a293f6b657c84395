"""A routing table proposed from a project's documents: grouped, with keywords, each row explained.

Everything follows from the documents alone, so the same documents give the same table.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memtui.core.language import words
from memtui.core.routing import Page
from memtui.core.routing.look import Leads
from memtui.core.routing.new_rows import NewRow, has_a_cell
from memtui.core.surveying import choosing, grouping, task_types
from memtui.core.surveying.headings import outline, sections
from memtui.core.surveying.keywords import Corpus, ProjectDocument, frequent
from memtui.core.surveying.project_files import kind_of, sample_folder

_MOST_SAMPLE_WORDS: Final = 6
_FEW: Final = 4
"""With so few documents to read, a long one has a row for each of its sections."""
_LONG: Final = 80
"""Lines of a document that is long."""
_FEWEST_SECTIONS: Final = 4


@dataclass(frozen=True, slots=True)
class Proposal:
    """A row that is proposed.

    Attributes:
        row: The row; the most telling keyword comes first, a folder ends in ``/``.
        why: Where the keywords come from, on one line for a person.
    """

    row: NewRow
    why: str


def in_parts(paths: Iterable[str]) -> bool:
    """Whether a project has so few documents that the long ones are read section by section."""
    return sum(kind_of(path) in ("overview", "document") for path in paths) <= _FEW


def document(path: str, text: str, *, in_parts: bool = False) -> ProjectDocument | None:
    """Return what the survey takes from a document; None where it is none.

    Args:
        path: Relative to the project, with ``/``.
        text: The document's text, or its beginning.
        in_parts: Whether a long one gets a row for each of its sections.
    """
    kind = kind_of(path)
    if kind is None:
        return None
    title, headings = outline(path.rpartition("/")[2], text)
    read = kind in ("overview", "document")
    found = ProjectDocument(
        path,
        kind,
        title,
        headings if kind != "changelog" else (),
        frequent(text) if read else (),
        words.language(text) if read else "",
    )
    return replace(found, sections=_sections(found, text)) if read and in_parts else found


def propose(documents: Sequence[ProjectDocument]) -> tuple[Proposal, ...]:
    """Return a routing table for documents.

    Args:
        documents: The documents of one project, in any order.
    """
    ordered = sorted(documents, key=lambda each: each.path)
    named = [each for each in ordered if each.kind != "sample" and has_a_cell(each.path)]
    own = [part for each in named for part in each.sections or (each,)]
    language = _most_common(each.language for each in own if each.language)
    project = " ".join(each.title for each in ordered if each.kind == "overview")
    groups = grouping.groups(own)
    rows = [
        Proposal(NewRow(group.label(language), chosen.keywords, group.files), chosen.why)
        for group, chosen in zip(
            groups, choosing.choose(Corpus(own, project), groups, language), strict=True
        )
    ]
    rows += _samples([each for each in ordered if each.kind == "sample"], language)
    return tuple(proposal for proposal in rows if proposal.row.keywords)


def unrouted(documents: Iterable[ProjectDocument], page: Page) -> tuple[str, ...]:
    """Return the paths of the documents that no row of a table leads to, in order.

    Args:
        documents: The documents; samples need no row.
        page: The table.
    """
    leads = Leads(page)
    paths = (each.path for each in documents if each.kind != "sample")
    return tuple(sorted(path for path in paths if not leads.to(path)))


def missing_from(page: Page, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """Return the rows that a table lacks, each with those files that no row leads to yet."""
    leads = Leads(page)
    found = []
    for proposal in proposals:
        files = (file for file in proposal.row.files if not leads.to(_path(file)))
        row = proposal.row._replace(files=tuple(files))
        if row.files:
            found.append(replace(proposal, row=row))
    return tuple(found)


def _path(file: str) -> str:
    """Return the path of a file of a row, without its section."""
    return file.partition("#")[0].rstrip("/")


def _sections(whole: ProjectDocument, text: str) -> tuple[ProjectDocument, ...]:
    """Return the parts of a document in markdown that is long enough to be read in parts."""
    if not whole.path.endswith(".md") or text.count("\n") < _LONG:
        return ()
    parts = [part for part in sections(text) if part.anchor]
    if len(parts) < _FEWEST_SECTIONS:
        return ()
    return tuple(
        ProjectDocument(
            f"{whole.path}#{part.anchor}",
            "section",
            part.heading,
            part.headings,
            frequent(part.text, code=True),
            whole.language,
        )
        for part in parts
    )


def _most_common(languages: Iterable[str]) -> str:
    counts = Counter(languages)
    return max(sorted(counts), key=lambda each: counts[each], default="en")


def _samples(documents: Iterable[ProjectDocument], language: str) -> Iterator[Proposal]:
    """Yield a row for each folder with samples: they are not about this project."""
    inside: defaultdict[str, list[str]] = defaultdict(list)
    for each in documents:
        folder = sample_folder(each.path)
        inside[folder].append(each.path.removeprefix(folder).partition("/")[0])
    label = task_types.label(task_types.SAMPLES, language)
    for folder, names in inside.items():
        name = folder.rstrip("/").rpartition("/")[2]
        text = " ".join(words.of_path(each.split(".")[0]) for each in (name, *names))
        forms = dict.fromkeys(word.form for word in words.telling(text))
        keywords = tuple(forms)[:_MOST_SAMPLE_WORDS]
        yield Proposal(NewRow(label, keywords, (folder,)), f"path: {', '.join(keywords)}")
