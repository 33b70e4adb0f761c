"""The web pages: what a person sees of the home in a browser. Each act is a tool call, as over the API."""
