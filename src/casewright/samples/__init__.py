"""Sample matters that ship with the package, as data for ``importlib.resources``."""
