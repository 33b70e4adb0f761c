"""How the bytes of a file become text with offsets, pages and chunks."""
