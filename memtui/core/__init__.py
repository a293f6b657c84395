"""What memtui knows: text in, values out; no files, no screen, no clock."""
