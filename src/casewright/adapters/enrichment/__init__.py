"""Sources outside of a deal: a folder of one's own, the data room's index, two public registers."""
