"""How names are compared: as the program compares them, and freely, to find one source's names in another."""

import unicodedata

def key(name):
    """What Swift's FileName.key gives; the order of the full table. A test compares them on every name."""
    cased = "".join(character.upper() for character in unicodedata.normalize("NFC", name))
    return unicodedata.normalize("NFC", "".join(character.lower() for character in cased))


SPELLINGS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
    "ŋ": "n", "ə": "e", "ς": "σ"}
SHORT_WORDS = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}


def search_key(name):
    """What Swift's SearchKey.of gives: letters and digits alone, in lower case and without accents. A test compares them
    on every name."""
    words, word = [], ""
    for character in unicodedata.normalize("NFD", name.lower()) + " ":
        if 0x300 <= ord(character) <= 0x36F:
            continue
        if character in "'’‘ʼʻ`":
            continue
        if unicodedata.category(character)[0] in "LNM":
            word += SPELLINGS.get(character, character)
        elif word:
            words.append(SHORT_WORDS.get(word, word))
            word = ""
    return unicodedata.normalize("NFC", "".join(words))


def folded(name):
    """For matching the names of one source with those of another: without accents, case and signs."""
    plain = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L").replace("ø", "o").replace("Ø", "O"))
    return "".join(character for character in plain.lower() if character.isalnum())


def slug(name):
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(character if character.isalnum() else " " for character in plain).split())
