"""Random stores for the tests of scoring and selection."""

from hypothesis import strategies as st

from memtui.core import automaker
from memtui.core.memory import Fault, Memory
from memtui.core.metadata import Metadata, UsageStats
from memtui.core.scoring import Profile, reading_of
from tests.core.reference import File

NAMES = (
    "gotchas.md _index.md _INDEX.md INDEX.MD auth.md auth-login.md login.md Login.MD API.md "
    "api_cache.md cache.md cache.md.md ui.md zeta.md Zeta.md é.md 세션.md session-auth-token.md "
    "token.md db.md notes.txt a.md b.md c.md d.md"
)
ITEMS = "login auth Cache TOKEN session edge-case the ui 세션 api \u212aey key"
WORDS = "login auth cache token session api key login, Auth! the fix of zz ui unknown é"

names = st.sampled_from(NAMES.split())
lists = st.lists(st.sampled_from(ITEMS.split()), max_size=4).map(tuple)
texts = st.lists(st.sampled_from(WORDS.split()), max_size=7).map(" ".join)
importances = st.sampled_from([0.0, 0.3, 0.5, 0.8, 0.899, 0.9, 0.95, 1.0])
counts = st.one_of(st.just(0), st.integers(0, 6))
metadata = st.builds(
    Metadata,
    tags=lists,
    relevant_to=lists,
    summary=texts,
    importance=importances,
    usage_stats=st.builds(UsageStats, counts, counts, counts),
)
faults = st.sampled_from([None] * 12 + [Fault("not-utf8", "bad bytes"), Fault("unreadable", "no")])
bodies = st.sampled_from(["# Body\n"] * 12 + [" \n\u3000", ""])


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Return one file whose block both readers take, at times with an importance of NaN."""
    text = automaker.write(draw(metadata), draw(bodies))
    if draw(st.integers(0, 14)) == 0:
        text = text.replace("importance: ", "importance: . #")
    return Memory(draw(names), text, draw(faults))


stores = st.one_of(
    st.lists(memories(), max_size=8, unique_by=lambda memory: memory.name),
    # Files enough that places run out.
    st.lists(memories(), min_size=12, max_size=20, unique_by=lambda memory: memory.name),
)


def as_file(memory: Memory, profile: Profile) -> File:
    """Return a file as the reference takes it."""
    taken, body = reading_of(memory, profile)
    fault = memory.fault
    hidden = fault is not None and (profile == "documented" or fault.hides)
    return File(memory.name, taken, body, readable=not hidden)
