"""Questions: how they are understood before anything is answered."""
