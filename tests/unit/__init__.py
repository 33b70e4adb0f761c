"""One module of tests a module of the package."""
