"""The documents of a room, a module for each kind; each writes its document into the room."""
