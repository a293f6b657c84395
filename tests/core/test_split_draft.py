from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize.entry_groups import proposed_groups
from memtui.core.reorganize.foresight import features_at_hand, foreseen
from memtui.core.reorganize.split import split
from memtui.core.reorganize.split_draft import SplitDraft
from memtui.core.workspace import Snapshot, Workspace

BODY = "# Shop\n\n" + "".join(
    f"### {topic} number {number}\n\nThe {topic} of order {number} waits.\n\n"
    for topic in ("refund", "parcel", "login")
    for number in range(6)
)


def memory(name: str, body: str, *tags: str, importance: float = 0.7) -> Memory:
    return Memory(name, write(Metadata(tags, (), "zz", importance), body))


SHOP = memory("shop.md", BODY, "shop", "refund", "parcel", "login")
FILES = {"shop.md": SHOP, "api.md": memory("api.md", "# API\n", "rest")}
PARCEL = Feature("print the parcel label")
SPACE = Workspace(Snapshot(tuple(FILES.values()), features=(PARCEL, Feature("shop login"))))


def path_of(name: str) -> str:
    return f"store/{name}"


def test_entries_go_to_one_category_each() -> None:
    draft = SplitDraft("shop.md").sending((1, 2, 3), "refunds").sending((3, 4), "money.md")
    assert draft.goal_of == {1: "refunds", 2: "refunds", 3: "money", 4: "money"}
    assert draft.sending((1, 2), "").goals == draft.goals[1:]
    assert draft.without("money").goal_of == {1: "refunds", 2: "refunds"}
    assert draft.renamed("money", "refunds").goal_of == dict.fromkeys((1, 2, 3, 4), "refunds")
    assert draft.renamed("money", "cash").goal("cash") == draft.goals[1].__class__("cash", (3, 4))
    assert draft.renamed("none", "cash") == draft.renamed("money", " ") == draft


numbers = st.sets(st.integers(1, 9), min_size=1)
names = st.sampled_from(["a", "b", "c", ""])


@given(st.lists(st.tuples(numbers, names), max_size=12))
def test_no_entry_is_ever_in_two_goals(steps: list[tuple[set[int], str]]) -> None:
    draft = SplitDraft("x.md")
    expected: dict[int, str] = {}
    for moved, name in steps:
        draft = draft.sending(moved, name)
        expected.update(dict.fromkeys(moved, name))
    assert draft.goal_of == {number: name for number, name in expected.items() if name}
    sent = [number for goal in draft.goals for number in goal.numbers]
    assert len(sent) == len(set(sent))
    assert all(goal.numbers == tuple(sorted(goal.numbers)) for goal in draft.goals)


def test_proposed_groups_get_their_words_until_the_person_changes_them() -> None:
    groups = proposed_groups(SHOP, FILES.values(), SPACE.snapshot.features)
    draft = SplitDraft("shop.md").with_groups(groups)
    assert len(draft.goals) == 3
    (first, *_) = draft.goals
    assert first.group is not None
    (target, *_) = draft.choice(FILES).targets
    assert target.metadata is not None
    assert target.metadata.tags == first.group.words
    changed = draft.sending((first.numbers[0],), "")
    assert changed.goals[0].group is None
    own = Metadata(("mine",), (), "mine", 0.4)
    assert draft.with_metadata(first.name, own).choice(FILES).targets[0].metadata == own


def test_an_importance_that_loads_for_every_task_is_kept_only_on_purpose() -> None:
    loud = {"shop.md": memory("shop.md", BODY, "shop", importance=0.95)}
    draft = SplitDraft("shop.md").sending((1, 2), "refunds")
    importance = [
        target.metadata.importance
        for each in (draft, SplitDraft(draft.file, draft.goals, keeps_importance=True))
        for target in each.choice(loud).targets
        if target.metadata
    ]
    assert importance == [0.8, 0.95]


def test_the_effect_is_that_on_the_typed_feature_and_on_those_of_the_project() -> None:
    typed = SPACE.with_feature(Feature("refund an order"))
    assert features_at_hand(typed) == (typed.feature, *SPACE.snapshot.features)
    assert features_at_hand(SPACE.with_feature(PARCEL)) == SPACE.snapshot.features
    draft = SplitDraft("shop.md").with_groups(proposed_groups(SHOP, FILES.values()))
    change = split(FILES, draft.choice(FILES), path_of)
    effect = foreseen(typed, change)
    refund, parcel, _ = effect.shifts
    assert refund.before.selected == ("shop.md",)
    assert any("refund" in name for name in refund.gained)
    assert parcel.after.tokens < parcel.before.tokens
