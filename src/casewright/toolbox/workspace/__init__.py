"""A developer's own tools, on the Python process that runs and a project folder; no home registers them by itself."""
