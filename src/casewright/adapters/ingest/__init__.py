"""File formats turned into text with offsets, and text into chunks."""
