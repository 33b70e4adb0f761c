"""Our MCP server, asked by the SDK's own client and by other people's programs, each a process of its own."""
