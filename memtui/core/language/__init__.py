"""Words of many languages: which there are, which say something, which are one in two forms."""
