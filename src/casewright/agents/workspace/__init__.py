"""A model at work in a developer's project folder: its turns, and the calls that it makes."""
