"""Who may do what, how often, and under which conditions. No I/O."""
