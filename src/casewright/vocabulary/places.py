"""Places whose law a contract may choose: states, provinces and countries, with every way to name them.

Names are as they are shown; ``forms`` are in small letters and without diacritics, the name among them; ``peoples`` are
adjectives ("french"), which name the place only beside a word such as "law"; both in Romanian, too, where they differ.
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
    romanian: tuple[str, ...] = ()
    romanian_peoples: tuple[str, ...] = ()


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
Quebec|CA
Victoria|AU
England and Wales|GB|england & wales,wales and england,england / wales|english and welsh
England|GB||english
Scotland|GB||scottish,scots
Northern Ireland|GB||northern irish
Wales|GB||welsh
Isle of Man|IM
Jersey|JE|island of jersey
Guernsey|GG
"""
_LANDS = """
Albania|AL||albanian
Andorra|AD
Anguilla|AI
Argentina|AR||argentine,argentinian
Armenia|AM||armenian
Australia|AU||australian
Austria|AT||austrian
Azerbaijan|AZ
Bahamas|BS||bahamian
Bahrain|BH|kingdom of bahrain
Bangladesh|BD
Barbados|BB
Belgium|BE||belgian
Belize|BZ
Bermuda|BM
Bolivia|BO
Bosnia and Herzegovina|BA
Botswana|BW
Brazil|BR|federative republic of brazil|brazilian
British Virgin Islands|VG|bvi,b.v.i.
Bulgaria|BG||bulgarian
Cambodia|KH
Canada|CA||canadian
Cayman Islands|KY
Chile|CL||chilean
China|CN|people's republic of china,peoples republic of china,p.r. china,pr china,p.r.c.,prc,p.r.o.c.|chinese
Colombia|CO||colombian
Costa Rica|CR
Croatia|HR||croatian
Curacao|CW
Cyprus|CY||cypriot
Czech Republic|CZ|czechia|czech
Denmark|DK||danish
Dominican Republic|DO
Ecuador|EC
Egypt|EG||egyptian
El Salvador|SV
Estonia|EE||estonian
Ethiopia|ET
Finland|FI||finnish
France|FR||french
Germany|DE|federal republic of germany|german
Ghana|GH||ghanaian
Gibraltar|GI
Greece|GR||greek
Guatemala|GT
Hong Kong|HK|hong kong special administrative region,hong kong sar,hksar
Hungary|HU||hungarian
Iceland|IS||icelandic
India|IN||indian
Indonesia|ID||indonesian
Iraq|IQ
Ireland|IE|republic of ireland|irish
Israel|IL||israeli
Italy|IT||italian
Jamaica|JM||jamaican
Japan|JP||japanese
Jordan|JO|hashemite kingdom of jordan|jordanian
Kazakhstan|KZ
Kenya|KE||kenyan
Korea|KR|republic of korea,south korea|korean
Kuwait|KW
Latvia|LV||latvian
Lebanon|LB||lebanese
Liechtenstein|LI
Lithuania|LT||lithuanian
Luxembourg|LU|grand duchy of luxembourg|luxembourgish
Macau|MO|macao
Malaysia|MY||malaysian
Malta|MT||maltese
Marshall Islands|MH
Mauritius|MU
Mexico|MX|united mexican states|mexican
Moldova|MD||moldovan
Monaco|MC
Mongolia|MN
Montenegro|ME
Morocco|MA||moroccan
Namibia|NA
Netherlands|NL|the netherlands,holland|dutch
New Zealand|NZ
Nigeria|NG||nigerian
Norway|NO||norwegian
Oman|OM
Pakistan|PK||pakistani
Panama|PA||panamanian
Paraguay|PY
Peru|PE||peruvian
Philippines|PH|republic of the philippines|philippine
Poland|PL
Portugal|PT||portuguese
Qatar|QA
Romania|RO||romanian
Russia|RU|russian federation|russian
Saudi Arabia|SA|kingdom of saudi arabia|saudi
Serbia|RS||serbian
Seychelles|SC
Singapore|SG||singaporean
Slovakia|SK|slovak republic|slovak
Slovenia|SI||slovenian
South Africa|ZA|republic of south africa|south african
Spain|ES||spanish
Sri Lanka|LK
Sweden|SE||swedish
Switzerland|CH|swiss confederation|swiss
Taiwan|TW|republic of china,r.o.c.|taiwanese
Tanzania|TZ
Thailand|TH||thai
Trinidad and Tobago|TT
Tunisia|TN||tunisian
Turkey|TR|turkiye|turkish
Uganda|UG
Ukraine|UA||ukrainian
United Arab Emirates|AE|u.a.e.,uae,dubai
United Kingdom|GB|u.k.,uk,great britain|british
United States|US|united states of america,u.s.a.,u.s.a,usa,u.s.|american
Uruguay|UY
Venezuela|VE||venezuelan
Vietnam|VN|viet nam|vietnamese
Zambia|ZM
Zimbabwe|ZW
"""

_ROMANIAN = """
England|anglia,angliei|engleza,englez,engleze
Scotland|scotia,scotiei
Northern Ireland|irlanda de nord
United States|statele unite,statelor unite
United Kingdom|regatul unit,regatului unit,marea britanie,marii britanii|britanica
Austria|austriei|austriaca,austriac
Belgium|belgia,belgiei|belgiana
Bulgaria|bulgariei|bulgara
Cyprus|cipru,ciprului|cipriota
France|franta,frantei|franceza,francez
Germany|germania,germaniei|germana
Greece|grecia,greciei|greaca
Hungary|ungaria,ungariei|maghiara
Ireland|irlanda,irlandei|irlandeza
Italy|italia,italiei|italiana
Luxembourg|luxemburg,luxemburgului|luxemburgheza
Moldova|republica moldova,republicii moldova|moldoveneasca
Netherlands|olanda,olandei,tarile de jos,tarilor de jos|olandeza
Poland|polonia,poloniei|poloneza
Romania|romaniei|romana,roman,romane,romanesti
Spain|spania,spaniei|spaniola
Sweden|suedia,suediei|suedeza
Switzerland|elvetia,elvetiei|elvetiana
Turkey|turcia,turciei|turca
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
    romanian, romanian_peoples = _IN_ROMANIAN.get(name, ("", ""))
    return Place(
        name,
        country,
        (name.lower(), *_listed(forms)),
        tuple(_listed(peoples)),
        state,
        tuple(_listed(romanian)),
        tuple(_listed(romanian_peoples)),
    )


_IN_ROMANIAN = {
    name: (forms, peoples)
    for name, forms, peoples in ((*line.split("|"), "")[:3] for line in _ROMANIAN.strip().split("\n"))
}
PLACES: Final[tuple[Place, ...]] = _places()
"""All of them."""


@cache
def by_form() -> dict[str, Place]:
    """Each form of a name with its place, in English and Romanian."""
    return {form: place for place in PLACES for form in (*place.forms, *place.romanian)}


@cache
def by_people() -> dict[str, Place]:
    """Each English adjective with its place."""
    return {people: place for place in PLACES for people in place.peoples}


@cache
def by_romanian_people() -> dict[str, Place]:
    """Each Romanian adjective with its place."""
    return {people: place for place in PLACES for people in place.romanian_peoples}
