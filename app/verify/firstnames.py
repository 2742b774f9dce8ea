"""First names and their short forms: Bill is William."""

from collections.abc import Iterable
from typing import Final

_SHORT: Final = (
    "william:bill billy will willy liam|robert:bob bobby rob robbie bert|richard:dick rick rich richie|"
    "james:jim jimmy jamie|john:jack johnny jon|joseph:joe joey|charles:charlie chuck|thomas:tom tommy|"
    "michael:mike mick mickey|david:dave davy|daniel:dan danny|edward:ed eddie ted ned|theodore:ted teddy|"
    "anthony:tony|andrew:andy drew|benjamin:ben benny|samuel:sam sammy|stephen:steve steven|steven:steve|gregory:greg|"
    "jeffrey:jeff|geoffrey:geoff|kenneth:ken kenny|lawrence:larry|leonard:len lenny|matthew:matt|nathaniel:nate|"
    "nathan:nate|nicholas:nick|patrick:pat paddy|peter:pete|philip:phil|phillip:phil|raymond:ray|ronald:ron ronnie|"
    "timothy:tim|walter:walt|frederick:fred freddy|gerald:jerry gerry|harold:hal harry|henry:hank harry|francis:frank|"
    "franklin:frank|albert:al bert|alexander:alex sandy|alfred:al fred|arthur:art|christopher:chris kit|donald:don|"
    "douglas:doug|eugene:gene|jonathan:jon|joshua:josh|zachary:zach|vincent:vince|victor:vic|terrence:terry|"
    "elizabeth:liz beth betty eliza lizzie libby|margaret:peg peggy maggie meg|katherine:kate kathy katie kay|"
    "catherine:cathy kate|kathleen:kathy|patricia:pat patty tricia|susan:sue susie|rebecca:becky|deborah:deb debbie|"
    "barbara:barb babs|jennifer:jen jenny|jessica:jess|victoria:vicky|theresa:terry tess|virginia:ginny|"
    "dorothy:dot dolly|sandra:sandy|"
    "pamela:pam|samantha:sam|alexandra:alex sandra|abigail:abby|christine:chris tina|christina:tina chris|"
    "judith:judy|kimberly:kim|cynthia:cindy|eleanor:ellie nell|frances:fran|jacqueline:jackie|madeline:maddy|"
    "melissa:missy|nancy:nan|amanda:mandy|valerie:val|gabrielle:gabby|constance:connie|josephine:jo|"
    "johannes:hans|friedrich:fritz|ulrich:uli|josef:sepp|heinrich:heinz|wolfgang:wolf|margarete:greta|"
    "josé:pepe|francisco:paco pancho|ignacio:nacho|dolores:lola|guillermo:memo|manuel:manolo|enrique:quique|"
    "roberto:beto|александр:саша|александра:саша|дмитрий:дима|мария:маша|екатерина:катя|владимир:вова володя|"
    "иван:ваня|николай:коля|алексей:лёша леша|сергей:серёжа сережа|татьяна:таня|ольга:оля|наталья:наташа|"
    "анна:аня|елена:лена"
)
_SHORT_OF: Final = {full: frozenset(short.split()) for full, short in (p.split(":") for p in _SHORT.split("|"))}


def forms_of(name: str) -> frozenset[str]:
    """A first name, in small letters, with its short forms and the names that it may be short for."""
    longer = {full for full, short in _SHORT_OF.items() if name in short}
    return frozenset({name, *longer}).union(*(_SHORT_OF.get(n, ()) for n in (name, *longer)))


def all_forms(names: Iterable[str]) -> frozenset[str]:
    """All forms of the names, in small letters."""
    return frozenset().union(*map(forms_of, names))
