"""The sample project: an imaginary tea shop that shows each state of a memory once."""
