"""Numbers as people read them in a narrow column."""


def short(number: int) -> str:
    """Return a count in at most five characters: ``950``, ``3.2k``, ``126k``, ``1.4M``."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if number >= size - size // 2000:
            scaled = number / size
            return f"{scaled:.1f}{unit}" if scaled < 99.95 else f"{scaled:.0f}{unit}"
    return str(number)


def bar(share: float, width: int) -> str:
    """Return a bar of blocks, `width` cells wide, for a share of 0 to 1; never empty above 0."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if share > 0:
        eighths = max(1, eighths)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")).ljust(width)


def size(text: str) -> str:
    """Return the size of a text on disk as people read it: ``950 B``, ``1.2 KB``, ``3 MB``."""
    number = len(text.encode(errors="surrogatepass"))
    for step, unit in ((1_000_000, "MB"), (1_000, "KB")):
        if number >= step - step // 2000:
            return f"{number / step:.1f}".removesuffix(".0") + f" {unit}"
    return f"{number} B"
