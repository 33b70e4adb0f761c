"""Tools that show a document as it looks: its pages as pictures with words on them, or its blocks with places."""
