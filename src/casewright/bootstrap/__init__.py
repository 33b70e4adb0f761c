"""How the system is put together: the only place that knows tools and adapters both.

Functions import what they need when they need it, so that nothing heavy loads before it is used.
"""
