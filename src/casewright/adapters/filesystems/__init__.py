"""File systems of this machine and of object stores, by fsspec."""
