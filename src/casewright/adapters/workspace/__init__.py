"""A project folder, and the Python process that runs, for a developer's own tools."""
