"""Keys of the whole page that are named where they help, as a person has mapped them."""

from typing import Final

from textual.binding import Binding


def leads(key: str, action: str, description: str, name: str, tooltip: str) -> Binding:
    """Return a key that leads somewhere, with priority: text fields use some of them, too."""
    return Binding(key, action, description, id=name, priority=True, tooltip=tooltip)


BODY: Final = leads(
    "f3", "view('body')", "Body", "memory.body", "The markdown; once more shows it drawn"
)
DISK: Final = leads(
    "f5", "view('disk')", "On disk", "memory.disk", "The raw text and its next load"
)
SAVE: Final = Binding("ctrl+s", "save", "Save", id="file.save", tooltip="Save the file in hand")
BRING_BACK: Final = Binding(
    "f7",
    "bring_back",
    "Bring back",
    id="file.bring-back",
    tooltip="What another program undid, after showing it",
)
PROFILE: Final = Binding(
    "t", "profile", "Profile", id="profile.next", tooltip="Choose by other rules"
)
PROMPT: Final = Binding("p", "prompt", "Prompt", id="prompt.show", tooltip="The prompt itself")
EXTERNAL: Final = Binding(
    "f9",
    "external",
    "$EDITOR",
    show=False,
    id="file.external",
    tooltip="Edit a copy of the file in your own editor",
)
