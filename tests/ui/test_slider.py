"""The slider: keys, mouse, and what is between two steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from memtui.ui.widgets.slider import STEP, Slider, stepped


class Holder(App[None]):
    """An app with one slider."""

    def __init__(self) -> None:
        super().__init__()
        self.moved: list[float] = []

    def compose(self) -> ComposeResult:
        yield Slider()

    def on_mount(self) -> None:
        self.watch(self.slider, "value", self.note, init=False)
        self.slider.show(0.8)

    def note(self, value: float) -> None:
        self.moved.append(value)

    @property
    def slider(self) -> Slider:
        return self.query_one(Slider)

    def drawn(self) -> str:
        return self.slider.render_line(0).text


async def test_keys_and_mouse_move_the_handle_in_steps() -> None:
    app = Holder()
    async with app.run_test(size=(40, 3)) as pilot:
        assert app.drawn() == "━" * 16 + "●" + "─" * 4
        assert app.moved == []
        await pilot.press("right", "left", "left", "home", "left", "end", "right")
        assert app.moved == [0.85, 0.8, 0.75, 0.0, 1.0]
        app.moved.clear()
        await pilot.mouse_down(Slider, offset=(4, 0))
        await pilot.hover(Slider, offset=(9, 0))
        await pilot.hover(Slider, offset=(35, 0))
        await pilot.mouse_up(Slider, offset=(35, 0))
        await pilot.hover(Slider, offset=(2, 0))
        assert app.moved == [0.2, 0.45, 1.0]
        assert app.drawn() == "━" * 20 + "●"


async def test_a_narrow_bar_keeps_its_ends() -> None:
    app = Holder()
    async with app.run_test(size=(12, 3)) as pilot:
        await pilot.press("home")
        assert app.drawn() == "●" + "─" * 11
        await pilot.click(Slider, offset=(11, 0))
        assert app.slider.value == 1


@pytest.mark.parametrize(
    ("value", "less", "more"),
    [(0.8, 0.75, 0.85), (0.899, 0.85, 0.9), (0.15, 0.1, 0.2), (0, 0, 0.05), (1, 0.95, 1)],
)
def test_a_value_between_two_steps_goes_to_the_next_one(
    value: float, less: float, more: float
) -> None:
    assert stepped(value, -1) == less
    assert stepped(value, 1) == more


@given(st.floats(0, 1))
def test_a_step_moves_by_no_more_than_itself_and_stays_on_the_scale(value: float) -> None:
    up, down = stepped(value, 1), stepped(value, -1)
    assert 0 <= down <= value <= up <= 1 or up == down
    assert up - value <= STEP + 1e-6
    assert value - down <= STEP + 1e-6
    assert round(up / STEP) * STEP == pytest.approx(up)
