"""Which of a place's many names are worth a line."""

import unicodedata

from spelling import search_key

SMALL = 15000
# Where a script is at home, by the first word of its letters' names in Unicode.
SCRIPTS_OF = {
    "ARABIC": "AE AF BH DJ DZ EG EH ER IL IN IQ IR JO KM KW LB LY MA MR OM PK PS QA SA SD SO SY TD TJ TN YE",
    "ARMENIAN": "AM AZ GE", "BENGALI": "BD IN", "CJK": "CN HK JP KR MO MY SG TW",
    "CYRILLIC": "AM AZ BA BG BY EE GE KG KZ LT LV MD ME MK MN RS RU TJ TM UA UZ XK", "DEVANAGARI": "IN NP",
    "ETHIOPIC": "ER ET", "GEORGIAN": "GE", "GREEK": "CY GR", "GUJARATI": "IN", "GURMUKHI": "IN", "HANGUL": "KP KR",
    "HEBREW": "IL PS", "HIRAGANA": "JP", "KANNADA": "IN", "KATAKANA": "JP", "KHMER": "KH", "LAO": "LA",
    "MALAYALAM": "IN", "MYANMAR": "MM", "ORIYA": "IN", "SINHALA": "LK", "TAMIL": "IN LK", "TELUGU": "IN",
    "THAANA": "MV", "THAI": "TH", "TIBETAN": "BT CN IN"}


def is_other_name(name, place):
    """Neither the transcript of a machine, which nobody types ("mywnkh"), nor the code of an airport, nor with a region; of
    a small place only names in the letters of its country. What was given by hand is wanted."""
    if not place["id"].isdigit():
        return True
    if any(comma in name for comma in ",،、("):
        return False
    if name.isascii():
        return name.lower() != name and not (name.isupper() and len(name) <= 3)
    letter = next((character for character in name if character.isalpha()), "A")
    script = unicodedata.name(letter, "LATIN").split()[0]
    return place["population"] >= SMALL or script in ("LATIN", "MODIFIER") or place["country"] in SCRIPTS_OF.get(script, "")


def is_area_name(name, area):
    """No code; of a small region only names in the letters of its country."""
    if area.id.startswith("~") or name == area.name or name in area.chosen:
        return True
    if len(search_key(name)) < 2 or name.isascii() and (name.isupper() and len(name) <= 3 or name.islower()):
        return False
    letter = next((character for character in name if character.isalpha()), "A")
    script = unicodedata.name(letter, "LATIN").split()[0]
    few = area.population < (400_000 if area.kind == "region" else 1_500_000)
    return not few or script in ("LATIN", "MODIFIER") or area.country in SCRIPTS_OF.get(script, "")


def written_names(place):
    """Its other names as people write them, one of those that are found alike."""
    known, names = {search_key(place["name"])}, []
    for name in [*place["names"], *place["others"]]:
        folded_name = search_key(name)
        if folded_name and folded_name not in known and is_other_name(name, place) and not set(name) & set("|\t\n"):
            known.add(folded_name)
            names.append(name)
    return names
