"""The line below the feature bar: which rows of the routing table the feature fires."""

from pathlib import Path

import pytest

from memtui.ui.widgets.route_strip import RouteStrip
from tests.ui.conftest import MakeApp
from tests.ui.editing import editing, screen, seen, typed, until

TABLE = """# Index

| Task type | Keywords | Files |
|---|---|---|
| Deploy/CI | deploy,release | docs/ops.md |
| API work | api,endpoint | docs/api/, docs/[x].md |
| [@click=app.quit]Pay[/] | refund | docs/pay.md |
"""


@pytest.fixture
def routed(tmp_path: Path) -> Path:
    """Return a project with a routing table and no memory."""
    root = tmp_path / "shop"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "INDEX.md").write_text(TABLE)
    return root


@pytest.mark.usefixtures("quick")
async def test_the_strip_follows_each_key(make_app: MakeApp, routed: Path) -> None:
    async with editing(make_app({}, root=routed)) as pilot:
        await seen(pilot, "route  3 rows")
        await typed(pilot, "deploy the api")
        await seen(pilot, "Deploy/CI ← deploy  docs/ops.md  ·  API work ← api  docs/api/, docs/[x]")
        await pilot.press("ctrl+u")
        await typed(pilot, "refund")
        await seen(pilot, "[@click=app.quit]Pay[/] ← refund")
        await pilot.press("ctrl+u")
        await typed(pilot, "the endpoints")
        await seen(pilot, "no row fires  ·  near: API work (")


@pytest.mark.usefixtures("quick")
async def test_the_strip_follows_the_table_and_is_not_there_without_one(
    make_app: MakeApp, routed: Path
) -> None:
    async with editing(make_app({}, root=routed)) as pilot:
        strip = screen(pilot).query_one(RouteStrip)
        await seen(pilot, "route  3 rows")
        (routed / "memory" / "INDEX.md").write_text("# Index\n\nno table yet\n")
        screen(pilot).read_disk()
        await seen(pilot, "memory/INDEX.md has no routing table")
        (routed / "memory" / "INDEX.md").unlink()
        screen(pilot).read_disk()
        await until(pilot, lambda: not strip.display)
        assert strip.size.height == 0
