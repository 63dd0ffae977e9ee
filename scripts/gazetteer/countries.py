"""Names of countries, in all languages."""

import collections
import unicodedata

from files import lines
from spelling import search_key

# Those of CLDR with few speakers, or whose speakers write another language.
SMALL_LANGUAGES = set(
    "agq an asa ast bal bas bem bew bez blo bm brx cgg chr ckb cv dav dje dsb dua dyo ebu ee ewo frr fur gaa gsw gur guz gv haw hsb ie"
    " ii jgo jmc kab kam kde kea kgp khq ki kkj kl kln kok ksb ksf ksh kw kxv lag lij lkt lld lmo ln lu luo luy mas mer mfe mg mgh mgo mi"
    " mua mus myv naq nd nds nmg nnh nqo nus nyn oc os pap pcm pis prg qu rif rm rn rof rw rwk sah saq sbp sc scn se seh ses sg shi"
    " shn sma smj smn sms ss st su syr szl teo tg tn to tok tpi trv trw twq tyv tzm vai vec vmw vo vun wae wal wo xnr xog yav yi yrl"
    " za zgh".split())


def country_names(countries):
    names = {code: country["name"].strip() for code, country in countries.items()}
    capitals = {code: country["capital"].strip() for code, country in countries.items()}
    for gone in ("AN", "CS"):
        del names[gone], capitals[gone]
    others = collections.defaultdict(list)
    for line in lines("countries.txt"):
        code, rest = line.split(" ", 1)
        names[code], *others[code] = [name.strip() for name in rest.split("|")]
    return {code: (names[code], capitals[code]) for code in names}, others


def country_aliases(known, countries, other_names, codes):
    """Each folded name of a country with the country it means: what is given by hand first, then English, then what most
    languages mean by it."""
    import babel
    import babel.localedata
    import pycountry

    chosen, votes, small = {}, collections.defaultdict(collections.Counter), collections.defaultdict(set)
    for code in codes:
        for name in [countries[code][0], *other_names.get(code, []), known[code]["name"]]:
            chosen.setdefault(search_key(name), code)
    for line in lines("country-names.txt"):
        code, rest = line.split(" ", 1)
        for name in rest.split("|"):
            chosen[search_key(name)] = code
    for code in codes:
        votes[search_key(code)][code] += 1000
        # Vietnamese calls Russia by the code of Nigeria.
        votes[search_key(known[code]["iso3"])][code] += 0.5
        # "Korea, Republic of"
        country = pycountry.countries.get(alpha_2=code)
        for field in ("name", "official_name", "common_name"):
            if getattr(country, field, None):
                votes[search_key(getattr(country, field))][code] += 100
    for identifier in babel.localedata.locale_identifiers():
        weight, is_small = 500 if identifier == "en" else 1, identifier.split("_")[0] in SMALL_LANGUAGES
        for code, name in babel.Locale.parse(identifier).territories.items():
            if code in codes and len(search_key(name)) > 1:
                votes[search_key(name)][code] += weight
                small[(search_key(name), code)].add(is_small)
    for name, counted in sorted(votes.items()):
        best = max(counted.items(), key=lambda pair: (pair[1], known[pair[0]]["population"], pair[0]))
        # Short words of small languages are words and towns of others: "sepia" is Serbia in Tongan, "Palu" is Palau.
        if small[(name, best[0])] != {True} or not name.isascii() or len(name) > 6:
            chosen.setdefault(name, best[0])
    # With its accents "Áo" is no code.
    for identifier in babel.localedata.locale_identifiers():
        for code, name in babel.Locale.parse(identifier).territories.items():
            written = unicodedata.normalize("NFC", name.lower())
            short = search_key(name)
            if code in codes and written != short and len(short) <= 3 and chosen.get(short, code) != code:
                chosen.setdefault(written, code)
    return chosen
