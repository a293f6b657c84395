"""Dialogs in which much is decided before anything is written."""

from typing import Literal

from memtui.ui.screens.dialog import Dialog, T
from memtui.ui.screens.pairs import PairRows


class DecidingDialog(Dialog[T]):
    """Asks before it is left while decisions are not written."""

    @property
    def decisions(self) -> int:
        """How many decisions would be lost: pairs of which one goes, where there are pairs."""
        return sum(rows.unwritten for rows in self.query(PairRows))

    def action_leave(self) -> None:
        """Close; ask first where that loses decisions."""
        if not self.decisions:
            super().action_leave()
            return
        # Function-local for start-up: most dialogs are left without a question.
        from memtui.ui.screens.confirm import Choice, Confirm

        many = "1 decision is" if self.decisions == 1 else f"{self.decisions:,} decisions are"
        leave: Choice[Literal["leave"]] = Choice("Leave", "leave", "error")
        question: Confirm[Literal["leave"]] = Confirm(
            "Leave?", [f"{many} not written."], (Choice("Stay", None, "primary"), leave)
        )
        self.app.push_screen(question, self._answered)

    def _answered(self, answer: Literal["leave"] | None) -> None:
        if answer == "leave":
            self.dismiss(None)
