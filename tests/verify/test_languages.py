"""The same rules in German, French, Spanish, Portuguese and Russian."""

import pytest

from app.domain.evidence import Authority, Page, Record
from app.verify import verify
from app.verify.language import guess_language

PAGES = {
    "de": (
        "Mietvertrag vom 3. Mai 2019. Die Miete beträgt 1.250,00 EUR monatlich. Der Mieter hat die Kaution nicht "
        "gezahlt.",
        "Mahnung vom 12.08.2019. Frist bis zum 30. August 2019.",
    ),
    "fr": (
        "Contrat du 3 mai 2019. Le loyer est de 1 250,00 € par mois. Le locataire n'a pas versé le dépôt.",
        "Mise en demeure du 12 août 2019, payable avant le 30 août 2019.",
    ),
    "es": (
        "Contrato de 3 de mayo de 2019. La renta es de 1.250,00 euros al mes. El inquilino no ha pagado la fianza.",
        "Requerimiento de 12 de agosto de 2019, a pagar antes del 30/08/2019.",
    ),
    "pt": (
        "Contrato de 3 de maio de 2019. O aluguel é de R$ 1.250,00 por mês. O inquilino não pagou a caução.",
        "Notificação de 12 de agosto de 2019, com prazo até 30/08/2019.",
    ),
    "ru": (
        "Договор от 3 мая 2019 г. Арендная плата 1 250,00 руб. в месяц. Арендатор не внёс залог.",
        "Претензия от 12.08.2019. Срок до 30 августа 2019 г.",
    ),
}
DRAFTS = {
    "de": "Der Vertrag vom {d} sieht eine Miete von {a} vor (Anlage K1, S. 1). Dort heißt es: {q}.",
    "fr": "Le contrat du {d} prévoit un loyer de {a} (pièce n° K1, page 1). Il y est dit : {q}.",
    "es": "El contrato de {d} fija una renta de {a} (documento n.º K1, pág. 1). Dice: {q}.",
    "pt": "O contrato de {d} fixa o aluguel de {a} (doc. K1, fl. 1). Diz: {q}.",
    "ru": "Договор от {d} устанавливает плату {a} (приложение № K1, л. 1). Там сказано: {q}.",
}
TRUE = {
    "de": ("03.05.2019", "1.250 Euro", "„Der Mieter hat die Kaution nicht gezahlt“"),
    "fr": ("03/05/2019", "1.250 euros", "« Le locataire n'a pas versé le dépôt »"),
    "es": ("3/5/2019", "1.250 €", "«El inquilino no ha pagado la fianza»"),
    "pt": ("03/05/2019", "R$ 1.250", "“O inquilino não pagou a caução”"),
    "ru": ("03.05.2019", "1 250 рублей", "«Арендатор не внёс залог»"),
}
FALSE = {
    "de": ("05.03.2019", "1.520 Euro", "„Der Mieter hat die Kaution gezahlt“"),
    "fr": ("5 mars 2019", "1.520 euros", "« Le locataire a versé le dépôt »"),
    "es": ("5 de marzo de 2019", "1.520 €", "«El inquilino ha pagado la fianza»"),
    "pt": ("5 de março de 2019", "R$ 1.520", "“O inquilino pagou a caução”"),
    "ru": ("5 марта 2019 г.", "1 520 рублей", "«Арендатор внёс залог»"),
}
KINDS = ["date", "amount", "exhibit", "quotation"]


def record(language):
    return Record(tuple(Page("K1", n, f"AKTE-{n:05d}", text) for n, text in enumerate(PAGES[language], 1)))


@pytest.mark.parametrize("language", sorted(PAGES))
def test_true_statements_pass_and_false_ones_do_not(language):
    for words, verdict in ((TRUE[language], "supported"), (FALSE[language], "unsupported")):
        text = DRAFTS[language].format(d=words[0], a=words[1], q=words[2])
        found = verify(text, record(language), language=language)
        assert [str(v.claim.kind) for v in found] == KINDS, text
        assert [str(v.verdict) for v in found if v.claim.kind != "exhibit"] == [verdict] * 3, [v.reason for v in found]
        assert found[2].verdict == "supported"


@pytest.mark.parametrize("language", sorted(PAGES))
def test_the_language_is_known_by_its_small_words(language):
    assert guess_language(" ".join(PAGES[language])) == language


STATUTES = [
    (
        "§ 433 BGB",
        "(1) Durch den Kaufvertrag wird der Verkäufer verpflichtet.\n(2) Der Käufer ist verpflichtet.",
        [("§ 433 Abs. 1 Satz 2 BGB", "supported"), ("§ 433 Abs. 3 BGB", "unsupported"), ("§ 434 BGB", "unchecked")],
    ),
    (
        "article 1217 du code civil",
        "La partie peut refuser.",
        [
            ("l'article 1217 du code civil", "supported"),
            ("art. 1217 C. civ.", "supported"),
            ("article 1218 du code civil", "unchecked"),
        ],
    ),
    (
        "artículo 1124 del Código Civil",
        "La facultad de resolver.",
        [("el art. 1124 CC", "supported"), ("el artículo 1125 del Código Civil", "unchecked")],
    ),
    (
        "art. 389 do Código Civil",
        "Não cumprida a obrigação.",
        [("o artigo 389 do CC", "supported"), ("o art. 389, § 2º, do Código Civil", "unsupported")],
    ),
    (
        "статья 395 ГК РФ",
        "1. Проценты.\n2. Убытки.",
        [("п. 1 ст. 395 ГК РФ", "supported"), ("п. 7 ст. 395 ГК РФ", "unsupported"), ("ст. 396 ГК РФ", "unchecked")],
    ),
]


@pytest.mark.parametrize(("key", "text", "cites"), STATUTES)
def test_statutes_in_their_own_forms(key, text, cites):
    shelf = Authority((key,), key, None, None, None, None, "statute", paginated=False, text=text)
    for cite, verdict in cites:
        found = verify(f"Vgl. {cite}.", Record((), (shelf,)))
        assert [(str(v.claim.kind), str(v.verdict)) for v in found] == [("statute", verdict)], cite


@pytest.mark.parametrize(
    "cite",
    [
        "BGH, Urteil vom 3. Mai 2016 – VIII ZR 91/15",
        "Cass. civ. 3e, 4 févr. 2018, n° 17-11.222",
        "STS 412/2018, de 3 de julio",
        "STJ, REsp 1.871.204/SP",
        "Постановление Президиума ВАС РФ от 12.03.2012 № 9914/11",
    ],
)
def test_decisions_of_other_countries_are_seen(cite):
    found = verify(f"Vgl. {cite}.", Record(()))
    assert [(str(v.claim.kind), str(v.verdict)) for v in found] == [("citation", "unchecked")]


def _section(cite: str, text: str) -> Authority:
    return Authority((cite,), cite, None, None, None, None, "statute", paginated=False, text=text)


LAW = (
    _section("§ 611 BGB", "(1) Dienste.\n(2) Jede Art."),
    _section("§ 612 BGB", "(1) Lohn."),
    _section("Art. 12 GG", "(1) Beruf.\n(2) Arbeit."),
    _section("article 1240 du code civil", "Tout fait."),
    _section("article L. 1221-1 du code du travail", "Texte."),
    _section("artículo 1902 del Código Civil", "El que."),
    _section("art. 927 do Código Civil", "Aquele que."),
    _section("статья 309 ГК РФ", "Текст."),
    _section("статья 15 ГК РФ", "1. Раз.\n2. Два."),
)


@pytest.mark.parametrize(
    ("cite", "expected"),
    [
        ("§§ 611, 612 BGB", ["supported", "supported"]),
        ("§§ 611 und 613 BGB", ["supported", "unchecked"]),
        ("§§ 611 Abs. 2, 612 Abs. 2 BGB", ["supported", "unsupported"]),
        ("§§ 611 ff. BGB", ["supported"]),
        ("§ 611 Abs. 1, 2 BGB", ["supported", "supported"]),
        ("§ 611 Abs. 1 und Abs. 3 BGB", ["supported", "unsupported"]),
        ("§ 611 II BGB", ["supported"]),
        ("§ 611 III BGB", ["unsupported"]),
        ("Art. 12 Abs. 1 GG", ["supported"]),
        ("Art. 12 Abs. 3 GG", ["unsupported"]),
        ("articles 1240 et 1241 du code civil", ["supported", "unchecked"]),
        ("article L1221-1 du Code du travail", ["supported"]),
        ("artículos 1902 y 1903 del Código Civil", ["supported", "unchecked"]),
        ("arts. 927 e 186 do CC", ["supported", "unchecked"]),
        ("art. 927, parágrafo único, do Código Civil", ["supported"]),
        ("ст. ст. 309, 310 ГК РФ", ["supported", "unchecked"]),
        ("статьям 15 и 309 ГК РФ", ["supported", "supported"]),
        ("пункту 2 статьи 15 ГК РФ", ["supported"]),
        ("пункту 5 статьи 15 ГК РФ", ["unsupported"]),
    ],
)
def test_each_section_of_a_list_stands_on_its_own(cite, expected):
    found = verify(f"Vgl. {cite}.", Record((), LAW))
    assert [str(v.claim.kind) for v in found] == ["statute"] * len(expected)
    assert [str(v.verdict) for v in found] == expected
