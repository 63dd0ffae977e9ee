"""Prints what the entries of a desktop file run, and checks that it is the menu command."""

import configparser, sys
file = configparser.ConfigParser(interpolation=None); file.optionxform = str
file.read(sys.argv[1])
words = [section["Exec"].split() for section in file.values() if "Exec" in section]
assert words and all(w[:2] == ["placesfs", "menu"] and w[3:] == ["--", "%U"] for w in words), words
print("\n".join(w[2] for w in words))
