"""What the documents of a data room say that cannot be so: in one of them, or one held against another. Pure."""
