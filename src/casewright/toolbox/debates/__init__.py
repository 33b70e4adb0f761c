"""Debates about deals: hold one, go on with it, look at those that were held."""
