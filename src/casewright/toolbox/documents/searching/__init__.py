"""How words are looked for over more than one matter."""
