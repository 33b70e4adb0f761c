"""Keys: the files that hold them, and what is signed with them."""
