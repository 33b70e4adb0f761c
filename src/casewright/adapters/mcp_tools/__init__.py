"""Tools of another MCP server as tools of ours: pinned when they are registered, bounded, at no lower level."""
