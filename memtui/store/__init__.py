"""The only rooms that touch files."""
