"""One room for each page of the editor."""
