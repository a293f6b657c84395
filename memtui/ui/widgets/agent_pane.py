"""What goes into the agent's prompt, and why the file in hand does or does not."""

from collections.abc import Iterable

from textual.content import Content
from textual.reactive import reactive

from memtui.core.explain import headline, obstacles, remedies
from memtui.core.plain import harmless
from memtui.core.scoring import FileScore
from memtui.core.workspace import Workspace
from memtui.ui.widgets.drawn import Look, RemadeLines
from memtui.ui.widgets.figures import bar, short
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import PROMPT


class AgentPane(RemadeLines, can_focus=True):
    """The prompt's files in order with their size, then the arithmetic of one file."""

    HELP = "What an agent would load for the feature, and why."

    BINDING_GROUP_TITLE = "Agent loads"

    DEFAULT_CSS = """
    AgentPane {
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        padding: 0 0 0 1;
        &:focus { border: round $text-accent; border-title-color: $text-accent; }
    }
    """

    FOLLOWED = ("workspace", "chosen", "disagreeing")

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    disagreeing: reactive[tuple[str, ...] | None] = reactive(None, repaint=False)
    """Files that not all profiles load; None until that is known."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Content] = []

    def on_mount(self) -> None:
        """Name the frame and its main key."""
        self.border_title = "Agent loads"
        self.border_subtitle = f"{key_name(self.app, PROMPT)} prompt"

    def remake(self, width: int) -> None:
        """Show the prompt, the file in hand, and what other profiles would do."""
        lines = [*prompt_lines(self.workspace, width), Content("")]
        lines += why_lines(self.workspace, self.chosen, width)
        lines += agreement_lines(self.disagreeing)
        self._lines = list(_wrapped(lines, width))
        self.show_lines(len(self._lines))

    def made(self, index: int, width: int) -> Look:
        """Return one line."""
        return (self._lines[index] if index < len(self._lines) else Content("")), ()


def _wrapped(lines: Iterable[Content], width: int) -> Iterable[Content]:
    for line in lines:
        yield from line.wrap(width) if line.cell_length > width else (line,)


def prompt_lines(workspace: Workspace, width: int) -> list[Content]:
    """Return the parts of the prompt with their tokens, total and floor first."""
    sizes = workspace.prompt_sizes
    total = workspace.prompt_tokens
    files = len(workspace.selection.selected)
    lines = [
        Content.styled(f"{files} file{'' if files == 1 else 's'}  ≈ {short(total)} tokens", "bold"),
        Content.styled(f"of these, every task: {short(workspace.floor_tokens)}", "dim"),
        Content(""),
    ]
    largest = max((size for _, size in sizes), default=0)
    room = width - 2 - 7 - 6
    context = len(sizes) - files
    for place, (name, size) in enumerate(sizes, 1):
        is_context = place <= context
        number = "·" if is_context else str(place - context)
        stem = name if is_context else name.removesuffix(".md")
        label = Content(harmless(stem)).truncate(room, ellipsis=True, pad=True)
        colour = "dim"
        if not is_context:
            reason = workspace.selection.score_of(name).reason
            colour = "$text-success" if reason == "score" else "$text-warning"
        share = size / largest if largest else 0
        lines.append(
            Content.assemble(
                (f"{number} ", "dim"), label, f"{short(size):>7} ", (bar(share, 5), colour)
            )
        )
    return lines


def why_lines(workspace: Workspace, chosen: str, width: int) -> list[Content]:
    """Return the arithmetic of a file, word by word, and what would make it load."""
    try:
        score = workspace.selection.score_of(chosen)
    except KeyError:
        return []
    name = harmless(chosen.removesuffix(".md"))
    verb = "loads" if score.loaded else "does not load"
    by_score = score.rank and score.reason in ("score", "rank")
    rank = f"  rank {score.rank}" if by_score else ""
    title = Content.assemble((f"Why {name} {verb}", "bold"), (rank, "dim"))
    lines = [title.truncate(width, ellipsis=True), Content.styled(headline(score), "dim")]
    if score.reason not in ("index-file", "unreadable", "empty-body"):
        lines += _arithmetic(score, width)
    lines += [Content.styled(harmless(each), "$text-error") for each in obstacles(score)]
    for index, way in enumerate(remedies(score)):
        lines.append(Content.styled(f"{'would load with' if not index else 'or'} {way}", "$text"))
    return [*lines, Content("")]


def _arithmetic(score: FileScore, width: int) -> list[Content]:
    parts, matched = score.parts, score.matched
    rows = [
        ("tags", matched.tags, 3, parts.tags),
        ("relevant", matched.relevant_to, 2, parts.relevant_to),
        ("summary", matched.summary, 1, parts.summary),
    ]
    if parts.category or matched.category:
        rows.append(("name", matched.category, 4, parts.category))
    room = width - 9 - 8
    lines = []
    for label, words, weight, points in rows:
        first, *more = Content(harmless(" ".join(words)) or "–").wrap(max(1, room))
        text = first.truncate(room, ellipsis=True, pad=True)
        sum_ = f"{round(points / weight)}×{weight}"
        lines.append(
            Content.assemble((f"{label:<9}", "dim"), text, f"{sum_:>4}", (f"{points:>4g}", "bold"))
        )
        lines += [Content(" " * 9) + rest for rest in more]
    lines.append(
        Content.styled(f"× {parts.importance:.2f} importance × {parts.usage:.2f} usage", "dim")
    )
    lines.append(Content.styled(f"= {score.score:.2f}", "bold"))
    return lines


def agreement_lines(names: tuple[str, ...] | None) -> list[Content]:
    """Return the line that names the files on which the profiles differ."""
    if names is None:
        return []
    if not names:
        return [Content.styled("all three profiles agree", "dim")]
    listed = ", ".join(harmless(name.removesuffix(".md")) for name in names)
    return [Content.assemble(("▲ profiles differ on ", "$text-warning"), listed)]
