"""Chat models that are set: whether they can do what is asked of them."""
