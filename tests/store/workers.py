"""What the processes of the tests do; imported by each of them, so it imports little."""

from pathlib import Path

from memtui.core.plan import Plan, writing
from memtui.store import journal
from memtui.store.files import read_memory
from memtui.store.project import Project


def count(root: str, times: int) -> None:
    """Add one to the number in a file, that often."""
    project = Project(Path(root))

    def plan() -> Plan:
        text = read_memory(project, "auth.md").text
        head, number = text.rsplit(" ", 1)
        after = f"{head} {int(number) + 1}"
        return writing("count", project.memory_path("auth.md"), text, after, counting=True)

    for _ in range(times):
        journal.update(project, plan)


def append(root: str, name: str, times: int) -> None:
    """Append a line with a name to a file, that often, each as a step of the history."""
    project = Project(Path(root))
    for number in range(times):

        def plan(line: str = f"{name} {number}\n") -> Plan:
            text = read_memory(project, "log.md").text
            return writing("append", project.memory_path("log.md"), text, text + line)

        journal.update(project, plan)
