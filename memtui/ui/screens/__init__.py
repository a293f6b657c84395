"""What fills the terminal, and the dialogs above it."""
