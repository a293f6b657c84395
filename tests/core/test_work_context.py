import pytest

from memtui.core.work_context import SECTIONS, new_page
from memtui.errors import BadValue


def test_a_page_has_every_section_and_what_was_said() -> None:
    items = {"goal": ("Move to\nOAuth",), "next": ("token, rotation", "", "tests"), "files": ("a",)}
    assert new_page(items) == (
        "# Context\n\n## Goal\n\nMove to OAuth\n\n## Key decisions\n\n## Done\n\n"
        "## Next\n\n- token, rotation\n- tests\n\n## Key files\n\n- a\n"
    )


@pytest.mark.parametrize("goal", [(), ("",), (" \n",)])
def test_a_page_without_a_goal_is_refused(goal: tuple[str, ...]) -> None:
    with pytest.raises(BadValue, match="in one sentence") as error:
        new_page({"goal": goal, "next": ("x",)})
    assert error.value.key == SECTIONS[0][0]
