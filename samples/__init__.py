"""The sources of the sample matters and the generator that renders them."""
