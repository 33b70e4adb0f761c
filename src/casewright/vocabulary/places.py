"""Places whose law a contract may choose: states, provinces and countries, with every way to name them.

Names are as they are shown; ``forms`` are in small letters and without diacritics, the name among them; ``peoples`` are
adjectives ("french"), which name the place only beside a word such as "law".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Place:
    """A place; ``country`` as ISO 3166-1 alpha-2 has it; ``state`` where it is a part of a country."""

    name: str
    country: str
    forms: tuple[str, ...]
    peoples: tuple[str, ...] = ()
    state: bool = False


_STATES = """
Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho,
Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi,
Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota,
Ohio, Oklahoma, Oregon, Pennsylvania, Puerto Rico, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah,
Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming
"""
_PROVINCES = """
CA: Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador, Nova Scotia, Ontario, Saskatchewan
CA: Prince Edward Island
AU: New South Wales, Queensland, South Australia, Tasmania, Western Australia
"""
_FURTHER = """
District of Columbia|US|washington d.c.,washington dc,washington d. c.
Quebec|CA|
Victoria|AU|
England and Wales|GB|england & wales,wales and england,england / wales|english and welsh
England|GB|anglia,angliei|english,engleza,englez,engleze
Scotland|GB|scotia,scotiei|scottish,scots
Northern Ireland|GB|irlanda de nord|northern irish
Wales|GB||welsh
Isle of Man|IM|
Jersey|JE|island of jersey
Guernsey|GG|
"""
_LANDS = """
United States|US|united states of america,u.s.a.,u.s.a,usa,u.s.,statele unite,statelor unite|american
United Kingdom|GB|u.k.,uk,great britain,regatul unit,regatului unit,marea britanie,marii britanii|british
Argentina|AR||argentine,argentinian
Australia|AU||australian
Austria|AT|austriei|austrian,austriaca,austriac
Bahamas|BS||bahamian
Barbados|BB|
Belgium|BE|belgia,belgiei|belgian,belgiana,belgian
Bermuda|BM|
Brazil|BR|federative republic of brazil|brazilian
British Virgin Islands|VG|bvi,b.v.i.
Bulgaria|BG|bulgariei|bulgarian,bulgara
Canada|CA||canadian
Cayman Islands|KY|
Chile|CL||chilean
China|CN|people's republic of china,peoples republic of china,p.r. china,pr china,p.r.c.,prc,p.r.o.c.|chinese
Colombia|CO||colombian
Croatia|HR||croatian
Cyprus|CY|cipru,ciprului|cypriot
Czech Republic|CZ|czechia|czech
Denmark|DK||danish
Egypt|EG||egyptian
Estonia|EE||estonian
Finland|FI||finnish
France|FR|franta,frantei|french,franceza,francez
Germany|DE|federal republic of germany,germania,germaniei|german,germana
Greece|GR|grecia,greciei|greek
Hong Kong|HK|hong kong special administrative region,hong kong sar,hksar
Hungary|HU|ungaria,ungariei|hungarian,maghiara
Iceland|IS||icelandic
India|IN||indian
Indonesia|ID||indonesian
Ireland|IE|republic of ireland,irlanda,irlandei|irish,irlandeza
Israel|IL||israeli
Italy|IT|italia,italiei|italian,italiana
Japan|JP||japanese
Kenya|KE||kenyan
Korea|KR|republic of korea,south korea|korean
Latvia|LV||latvian
Liechtenstein|LI|
Lithuania|LT||lithuanian
Luxembourg|LU|grand duchy of luxembourg,luxemburg,luxemburgului|luxembourgish
Macau|MO|macao
Malaysia|MY||malaysian
Malta|MT||maltese
Marshall Islands|MH|
Mauritius|MU|
Mexico|MX|united mexican states|mexican
Moldova|MD|republica moldova,republicii moldova|moldovan,moldoveneasca
Netherlands|NL|the netherlands,holland,olanda,olandei,tarile de jos,tarilor de jos|dutch,olandeza
New Zealand|NZ|
Nigeria|NG||nigerian
Norway|NO||norwegian
Pakistan|PK||pakistani
Panama|PA||panamanian
Peru|PE||peruvian
Philippines|PH|republic of the philippines|philippine
Poland|PL|polonia,poloniei|
Portugal|PT||portuguese
Romania|RO|romaniei|romanian,romana,roman,romane,romanesti
Russia|RU|russian federation|russian
Saudi Arabia|SA|kingdom of saudi arabia|saudi
Serbia|RS||serbian
Seychelles|SC|
Singapore|SG||singaporean
Slovakia|SK|slovak republic|slovak
Slovenia|SI||slovenian
South Africa|ZA|republic of south africa|south african
Spain|ES|spania,spaniei|spanish,spaniola
Sweden|SE|suedia,suediei|swedish
Switzerland|CH|swiss confederation,elvetia,elvetiei|swiss,elvetiana
Taiwan|TW|republic of china,r.o.c.|taiwanese
Thailand|TH||thai
Turkey|TR|turkiye,turcia,turciei|turkish
Ukraine|UA||ukrainian
United Arab Emirates|AE|u.a.e.,uae,dubai
Vietnam|VN|viet nam|vietnamese
"""


def _places() -> tuple[Place, ...]:
    found = [Place(name, "US", (name.lower(),), state=True) for name in _listed(_STATES)]
    for line in _PROVINCES.split("\n"):
        country, _, names = line.partition(": ")
        found += [Place(name, country, (name.lower(),), state=True) for name in _listed(names)]
    found += [_place(line, state=True) for line in _FURTHER.strip().split("\n")]
    return (*found, *(_place(line, state=False) for line in _LANDS.strip().split("\n")))


def _listed(names: str) -> list[str]:
    return [name for part in names.split(",") if (name := " ".join(part.split()))]


def _place(line: str, *, state: bool) -> Place:
    name, country, forms, peoples = (*line.split("|"), "", "")[:4]
    return Place(name, country, (name.lower(), *_listed(forms)), tuple(_listed(peoples)), state)


PLACES: Final[tuple[Place, ...]] = _places()
"""All of them."""


@cache
def by_form() -> dict[str, Place]:
    """Each form of a name with its place."""
    return {form: place for place in PLACES for form in place.forms}


@cache
def by_people() -> dict[str, Place]:
    """Each adjective with its place."""
    return {people: place for place in PLACES for people in place.peoples}
