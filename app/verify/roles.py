"""Who is called the foreman, the nurse, the plaintiff ...: the one whom the record calls so."""

import re
from collections.abc import Iterator
from typing import Final

from app.verify.record import Index
from app.verify.voices import FIRM

_ROLES: Final = (
    "foreman forewoman superintendent supervisor manager director president treasurer secretary nurse doctor "
    "physician surgeon anesthesiologist paramedic midwife adjuster inspector engineer architect surveyor driver pilot "
    "captain mate skipper officer deputy sergeant detective trooper guard landlord landlady tenant lessor lessee "
    "owner broker agent appraiser accountant bookkeeper auditor cashier clerk teller teacher principal coach mechanic "
    "plumber electrician roofer mason carpenter contractor caretaker porter janitor chef waiter pharmacist chemist "
    "therapist translator notary executor trustee guardian plaintiff defendant petitioner respondent claimant buyer "
    "seller operator daughter son wife husband mother father brother sister widow widower nephew niece aunt uncle "
    "cousin neighbor employer employee insured expert technician dispatcher custodian Kläger Klägerin Beklagte "
    "Beklagter Beklagten Mieter Mieterin Vermieter Vermieterin Käufer Käuferin Verkäufer Verkäuferin Bauleiter "
    "Bauleiterin Polier Gutachter Gutachterin Sachverständige Sachverständiger Geschäftsführer Geschäftsführerin "
    "Hausverwalter Hausverwalterin Arzt Ärztin Krankenschwester Architekt Architektin demandeur demanderesse "
    "défendeur défenderesse locataire bailleur bailleresse gérant gérante conducteur infirmier infirmière médecin "
    "vendeur vendeuse acheteur directeur directrice architecte experte actor actora demandante demandado demandada "
    "arrendador arrendadora arrendatario arrendataria gerente perito perita encargado encargada capataz vendedor "
    "vendedora comprador compradora enfermera enfermero médico médica autor autora réu ré locador locadora locatário "
    "locatária enfermeira enfermeiro engenheiro engenheira истец ответчик арендатор арендодатель директор прораб "
    "эксперт продавец покупатель инженер врач медсестра "
    "Besteller Bestellerin Unternehmer Unternehmerin Auftraggeber Auftraggeberin Auftragnehmer Auftragnehmerin "
)
_ROLE: Final = "|".join(sorted({w.casefold() for w in _ROLES.split()}, key=len, reverse=True))
ROLE: Final = re.compile(
    rf"(?<![\w-])(?:(?P<the>the)|an?|his|her|our|their|my|its|der|die|den|dem|le|la|l['’]|el|os?|a|un[ae]?)?[ \n]?"
    rf"(?:own |propi[oa] |próprio |própria |\w+ing |site |night |head |charge |chief |ward |job |shop |claims? |"
    rf"project )?"
    rf"(?P<role>{_ROLE})(?![\w-])(?!['’]s)",
    re.I,
)
_SIDES: Final = tuple(
    frozenset(roles.split())
    for roles in (
        "plaintiff petitioner claimant kläger klägerin demandeur demanderesse actor actora demandante autor autora "
        "истец",
        "defendant respondent beklagte beklagter beklagten défendeur défenderesse demandado demandada réu ré ответчик",
    )
)


_PAIRS: Final = (
    "landlord lessor landlady|tenant lessee, buyer purchaser|seller vendor, employer|employee, insurer|insured, "
    "besteller bestellerin auftraggeber auftraggeberin|unternehmer unternehmerin auftragnehmer auftragnehmerin, "
    "vermieter vermieterin|mieter mieterin, käufer käuferin|verkäufer verkäuferin, bailleur bailleresse|locataire, "
    "vendeur vendeuse|acheteur, arrendador arrendadora|arrendatario arrendataria, "
    "vendedor vendedora|comprador compradora, locador locadora|locatário locatária, арендодатель|арендатор, "
    "продавец|покупатель"
)
_COUNTER: Final = tuple(tuple(side.split() for side in pair.split("|")) for pair in _PAIRS.split(", "))


def counters_of(role: str) -> list[str]:
    """The roles of the other party to a contract: the tenant, for the landlord."""
    small = role.casefold()
    return [r for pair in _COUNTER for n, side in enumerate(pair) if small in side for r in pair[1 - n]]


def side_of(role: str) -> int | None:
    """Which side of a lawsuit a role names, 0 or 1; None where it names none."""
    return next((side for side, roles in enumerate(_SIDES) if role.casefold() in roles), None)


_NAME: Final = r"(?:[A-ZÀ-ÞА-ЯЁ](?:\.|[\w'’\-]{1,30})[ ]){0,3}[A-ZÀ-ÞА-ЯЁ][\w'’\-]{1,30}"
_TITLE: Final = r"(?:(?:Mr|Ms|Mrs|Miss|Dr|Herrn?|Frau|M|Mme|Sra?|Don|Doña)\.? )?"
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_BODY: Final = re.compile(
    r"\b(?:Associates|Partners|Group|Properties|Realty|Holdings|Plaza|Bank|Trust|University|College|School|Hospital|"
    r"Clinic|Insurance|Mutual|Union|Authority|Board|City|County|State|Services|Systems|Industries|Homes|Builders|Farms?)\b"
)
"""Words of bodies that only act through others."""
_FIRM_AFTER: Final = 16
"""Letters after a name in which "LLC" may stand."""


def holders(role: str, index: Index) -> frozenset[str] | None:
    """The words, in small letters, of the names of those whom the record calls by a role; none where it doesn't tell.

    None where the role is a firm's, for which anybody may speak.
    """
    small = role.casefold()
    if small not in index.roles:
        index.roles[small] = _holders(small, index)
    return index.roles[small]


def _holders(role: str, index: Index) -> frozenset[str] | None:
    found: set[str] = set()
    tied = [re.compile(p) for p in _tied(re.escape(role))]
    for view, reading in zip(index.pages, index.readings, strict=True):
        if role not in reading.words:
            continue
        text = view.page.text
        for match in (m for pattern in tied for m in pattern.finditer(text)):
            named = text[match.start("name") : match.end("name") + _FIRM_AFTER]
            if FIRM.search(named) or _BODY.search(named):
                return None
            found.update(w.casefold() for w in _WORD.findall(match["name"]))
    return frozenset(found - _ALL)


def _tied(role: str) -> Iterator[str]:
    """How a page says who has a role: "Foreman: J. Pike", "J. Pike, site foreman", "foreman Pike"."""
    called = rf"(?i:(?<![\w-]){role}(?![\w-]))"
    yield rf"{called}[ \t]{{0,3}}:[ \t]{{0,6}}{_TITLE}(?P<name>{_NAME})"
    yield (
        rf"(?P<name>{_NAME})(?:,[ \n]| \(| [–—-] |\n)[ \t]{{0,40}}"
        rf"(?:(?:the|our|an?|der|die|le|la|el|o|a|[A-Za-zÀ-ÿ]{{3,14}}) ){{0,2}}{called}"
    )
    yield rf"{called},? {_TITLE}(?P<name>{_NAME})"


_ALL: Final = frozenset(w.casefold() for w in _ROLES.split())
