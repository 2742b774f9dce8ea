"""The codes of the states by one name each: "11 M.R.S. § 2-725" is "Me. Rev. Stat. tit. 11, § 2-725"."""

import re
from typing import Final

_FORMS: Final = {
    "ala. code": "code of ala., alabama code",
    "alaska stat.": "as, alaska statutes",
    "ariz. rev. stat.": "a.r.s., arizona revised statutes",
    "ark. code": "a.c.a., arkansas code",
    "colo. rev. stat.": "c.r.s., colorado revised statutes",
    "conn. gen. stat.": "c.g.s., connecticut general statutes",
    "d.c. code": "d.c. official code",
    "del. code": "del. c., delaware code",
    "fla. stat.": "f.s., florida statutes",
    "ga. code": "o.c.g.a., georgia code",
    "guam code": "g.c.a.",
    "haw. rev. stat.": "hrs, h.r.s., hawaii revised statutes",
    "idaho code": "i.c.",
    "ilcs": "ill. comp. stat., illinois compiled statutes",
    "ind. code": "indiana code",
    "iowa code": "",
    "kan. stat.": "k.s.a., kansas statutes",
    "ky. rev. stat.": "krs, k.r.s., kentucky revised statutes",
    "la. civ. code": "louisiana civil code",
    "la. code civ. proc.": "",
    "la. code crim. proc.": "",
    "la. rev. stat.": "la. r.s., la. stat., louisiana revised statutes",
    "mass. gen. laws": "m.g.l., mgl, m.g.l.a., massachusetts general laws",
    "me. rev. stat.": "m.r.s., m.r.s.a., maine revised statutes",
    "mich. comp. laws": "m.c.l., mcl, m.c.l.a., michigan compiled laws",
    "minn. stat.": "m.s.a., minnesota statutes",
    "miss. code": "mississippi code",
    "mo. rev. stat.": "rsmo, r.s.mo., mo. stat., missouri revised statutes",
    "mont. code": "mca, montana code",
    "n.c. gen. stat.": "n.c.g.s., north carolina general statutes",
    "n.d. cent. code": "n.d.c.c., north dakota century code",
    "n.h. rev. stat.": "rsa, new hampshire revised statutes",
    "n.j. stat.": "n.j.s.a., n.j.s., new jersey statutes",
    "n.m. stat.": "nmsa, n.m.s.a., new mexico statutes",
    "n.y. c.p.l.r.": "c.p.l.r., cplr",
    "neb. rev. stat.": "nebraska revised statutes",
    "nev. rev. stat.": "nrs, n.r.s., nevada revised statutes",
    "ohio rev. code": "o.r.c., r.c., orc, ohio revised code",
    "okla. stat.": "o.s., o.s.a., oklahoma statutes",
    "or. rev. stat.": "ors, o.r.s., oregon revised statutes",
    "p.r. laws": "l.p.r.a., puerto rico laws",
    "pa. cons. stat.": "pa. c.s., pa. c.s.a., pennsylvania consolidated statutes",
    "pa. stat.": "p.s., pennsylvania statutes",
    "r.i. gen. laws": "rhode island general laws",
    "s.c. code": "south carolina code",
    "s.d. codified laws": "sdcl, south dakota codified laws",
    "tenn. code": "t.c.a., tennessee code",
    "utah code": "u.c.a.",
    "v.i. code": "v.i.c., virgin islands code",
    "va. code": "code of va., code of virginia, virginia code",
    "vt. stat.": "v.s.a., vermont statutes",
    "w. va. code": "west virginia code",
    "wash. rev. code": "rcw, r.c.w., revised code of washington",
    "wis. stat.": "wisconsin statutes",
    "wyo. stat.": "wyoming statutes",
}
"""By the Bluebook's short form, without "Ann.": what else a code is called."""
_NUMBERED: Final = re.compile(
    r"(?:(?P<first>\d{1,3}[a-z]?(?:-[a-z])?) )?(?P<name>\D+?)"
    r"(?:,? (?:tit\.?|title|c\.|ch\.|chapter) ?(?P<last>\d{1,3}[a-z]?(?:-[a-z])?))?"
)
_ANNOTATED: Final = re.compile(r",?\s?\b(?:ann(?:otated|\.)?|tit\.?)(?=[\s,]|$)")


def _key(name: str) -> str:
    return re.sub(r"[\s.,]", "", _ANNOTATED.sub("", name))


_BY_FORM: Final = {_key(form): name for name, others in _FORMS.items() for form in (name, *others.split(", ")) if form}


def state_code(name: str) -> str | None:
    """The one name of a state's code, in small letters, its title or chapter before it: ``11 me. rev. stat.``.

    ``name``: as cited, in small letters. None for a code of no state.
    """
    found = _NUMBERED.fullmatch(name)
    known = _BY_FORM.get(_key(found["name"])) if found else None
    if found is None or known is None:
        return None
    number = found["first"] or found["last"]
    return f"{number} {known}" if number else known


_NUMBER: Final = r"\d{1,3}[A-Z]?(?:-[A-Z])?"
_FULL: Final = (
    r"Maine Revised Statutes|Vermont Statutes|Delaware Code|Oklahoma Statutes|Pennsylvania (?:Consolidated )?Statutes|"
    r"Puerto Rico Laws|Virgin Islands Code"
)
_SHORT: Final = (
    r"Me\. Rev\. Stat\.|Vt\. Stat\.|Del\. (?:Code|C\.)|Okla\. Stat\.|Pa\. (?:Cons\. )?Stat\.|P\. ?R\. Laws|"
    r"V\. ?I\. Code|Guam Code"
)
_INITIALS: Final = (
    r"M\.?R\.?S\.?(?:A\.?)?|V\.?S\.?A\.?|Del\. ?(?:C\.|Code)|O\.S\.(?:A\.)?|Okla\. Stat\.|Pa\. ?C\.?S\.?(?:A\.?)?|"
    r"P\.S\.|L\.P\.R\.A\.|V\.I\.C\.|G\.C\.A\.|Me\. Rev\. Stat\.|Vt\. Stat\.|Pa\. Cons\. Stat\."
)
_ANN: Final = r"(?:,? Ann(?:\.|otated))?"
_SIGN: Final = r"(?:§§?|[Ss]ections?|[Ss]ecs?\.)"
TITLED: Final = (
    rf"(?P<code>\b(?:{_SHORT}|{_FULL}){_ANN},?[ \n](?:[Tt]it\.|[Tt]itle) {_NUMBER}),? ?{_SIGN} ?",
    rf"(?P<code>\b{_NUMBER} (?:{_INITIALS}){_ANN}),? ?{_SIGN} ?",
    r"(?P<code>\b\d{1,3} Ill\. Comp\. Stat\.(?: Ann\.)?) ",
    r"(?P<code>\bMass\. Gen\. Laws Ann\.,? ch\. ?\d{1,3}[A-Z]?),? ?§§? ?",
    r"(?P<code>\bLa\. (?:Civ\. )?Code(?: Civ\. Proc\.| Crim\. Proc\.)?(?: Ann\.)?),? [Aa]rts?\. ?",
    r"(?P<code>(?<![\w.])(?:AS|RSA|MCA|SDCL|UCA|RSMo|NMSA)) (?:1978,? )?(?:§§? ?)?(?=\d{1,3}[A-Z]?(?:-[A-Z])?[.:-]\d)",
)
"""The codes that are cited by title and section, and others whose cites look like no other's; a section follows."""
