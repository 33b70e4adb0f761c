"""How each family of tools is put together, one file a family."""
