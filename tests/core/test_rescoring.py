"""The scores of changed files, counted over features."""

import pytest

from memtui.core.memory import Feature, Memory
from memtui.core.reorganize.rescoring import rescored
from memtui.core.replay import effect, replay

FEATURES = tuple(Feature(title=title) for title in ("oauth login", "oauth", "billing", "ship it"))


def test_higher_lower_and_the_widest_change_are_told() -> None:
    def memories(tags: str) -> list[Memory]:
        head = f"---\ntags: [{tags}]\nsummary: S\nimportance: 0.5\n---\n"
        return [Memory("auth.md", head + "# A\nx\n"), Memory("b.md", "# B\nx\n")]

    before = replay(memories("oauth, login"), FEATURES, "documented")
    after = replay(memories("billing"), FEATURES, "documented")
    auth, other, gone = rescored(effect(before, after), ["auth.md", "b.md", "none.md"])
    assert (auth.higher, auth.lower) == (1, 2)
    assert auth.widest
    assert auth.widest.feature.title == "oauth login"
    assert auth.scores[0] > 0
    assert auth.scores[1] == 0
    for same in (other, gone):
        assert (same.higher, same.lower, same.widest) == (0, 0, None)
        with pytest.raises(ValueError, match="no feature"):
            _ = same.scores
