"""Which documents own the topic of a text: a learning that wants a place, a prompt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from memtui.core import routing
from memtui.core.language import words
from memtui.core.routing import Page
from memtui.core.routing.look import Leads
from memtui.core.surveying.keywords import Corpus, Evidence, ProjectDocument

_ROUTED: Final = 5.0
"""What a row that the text fires counts for the documents that it leads to."""
_LEAST: Final = 0.5
_MOST: Final = 8
_MOST_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class Owner:
    """A document that may own a topic.

    Attributes:
        path: Its path in the project; a section's ends in ``#`` and its anchor.
        score: How much speaks for it, above 0; comparable within one answer only.
        why: What speaks for it, on one line for a person.
    """

    path: str
    score: float
    why: str


def possible(documents: Iterable[ProjectDocument]) -> Corpus:
    """Return the documents that can own a topic, ready to be asked often: samples own none."""
    return Corpus([each for each in documents if each.kind != "sample"])


def owners(text: str, corpus: Corpus, page: Page, most: int = _MOST) -> tuple[Owner, ...]:
    """Return the documents that own the topic of a text, best first; none when nothing fits.

    A document counts for each word that it shares with the text, by where the word stands and
    by how few documents have it, and for each row of the table that the text fires and that
    leads to it.

    Args:
        text: What the topic is read from, in any language.
        corpus: The project's documents, as `possible` returns them.
        page: The routing table.
        most: So many are returned at most.
    """
    wanted = {word.key: word.form for word in words.telling(text)}
    leads = Leads(page)
    fired = {match.row: match.keyword for match in routing.match(page, text)}
    found = []
    for each in corpus.documents:
        shared = _shared(corpus, corpus.evidence[each.path], wanted)
        rows = [row for row in leads.to(each.path) if row.number in fired]
        score = sum(weight for weight, _, _ in shared) + _ROUTED * len(rows)
        if score >= _LEAST:
            whys = [*_said(shared)]
            whys += [f"row {row.number} fires on {fired[row.number]}" for row in rows]
            found.append(Owner(each.path, round(score, 3), "; ".join(whys)))
    found.sort(key=lambda owner: (-owner.score, owner.path))
    return tuple(found[:most])


def _shared(
    corpus: Corpus, evidence: Mapping[str, Evidence], wanted: Mapping[str, str]
) -> list[tuple[float, str, str]]:
    """Return weight, place and form of each word that a document shares with the text."""
    found = []
    for key, form in wanted.items():
        each = evidence.get(key)
        if each is not None and (rarity := corpus.rarity(key, each)) > 0:
            found.append((each.weight * rarity, each.where, form))
    return sorted(found, reverse=True)


def _said(shared: Iterable[tuple[float, str, str]]) -> list[str]:
    by_place: dict[str, list[str]] = {}
    for _, place, form in shared:
        by_place.setdefault(place, []).append(form)
    return [f"{place}: {', '.join(forms[:_MOST_WORDS])}" for place, forms in by_place.items()]
