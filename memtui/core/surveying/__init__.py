"""A routing table proposed from a project's documents, and which document owns a topic."""
