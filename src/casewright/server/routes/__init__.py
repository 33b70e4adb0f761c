"""The routes, a file a subject; each is a row that names a tool."""
