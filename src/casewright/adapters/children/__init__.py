"""Child processes with limits: what others wrote or ask for is worked on there, and costs one process at most."""
