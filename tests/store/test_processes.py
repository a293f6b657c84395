"""Several memtui processes write to the same files at once."""

import multiprocessing

from memtui.store import records
from tests.conftest import MakeStore
from tests.store import workers

SPAWN = multiprocessing.get_context("spawn")


def test_processes_that_write_at_once_lose_nothing(store: MakeStore) -> None:
    project = store({"auth.md": "a text that stays\r\nnumber: 0", "log.md": ""})
    root = str(project.root)
    jobs = [SPAWN.Process(target=workers.count, args=(root, 40)) for _ in range(8)]
    jobs += [SPAWN.Process(target=workers.append, args=(root, n, 20)) for n in ("one", "two")]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * 10
    assert (project.memory / "auth.md").read_bytes() == b"a text that stays\r\nnumber: 320"
    lines = (project.memory / "log.md").read_text().splitlines()
    assert sorted(lines) == sorted(f"{n} {i}" for n in ("one", "two") for i in range(20))
    assert [record.state for record in records.read(project)] == ["done"] * 40
    assert sorted(path.name for path in project.memory.iterdir()) == ["auth.md", "log.md"]
