"""What stands on the screen when the editor has just opened."""

from tests.ui.conftest import MakeApp

FILE = "---\ntags: [{0}]\nsummary: About {0}\nrelevantTo: [{0}]\nimportance: {1}\n---\n# {0}\n"


async def test_the_first_file_of_the_list_is_in_hand_at_the_start(make_app: MakeApp) -> None:
    app = make_app({"gotchas.md": FILE.format("trap", 0.95), "api.md": FILE.format("api", 0.5)})
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main.chosen == "gotchas.md"
        assert app.main.page.files.rows.cursor == 0
