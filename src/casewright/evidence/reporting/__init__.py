"""The report on a deal: what stands in it, where each number comes from, and its graph."""
