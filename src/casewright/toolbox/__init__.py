"""The concrete tools, one file a tool."""
