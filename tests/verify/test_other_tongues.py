"""A draft in one language against a record in another: acts and days meet by what they mean."""

import pytest

from tests.verify.matters import against

LOG = [
    "HARBOR LOG\n2021-03-02  The crane was inspected.\n2021-03-05  The hire was paid.\n"
    "2021-03-11  The contract was signed.\n2021-03-19  The contract was terminated.\n"
    "2021-03-26  The crane was delivered.\n"
]
BAU = [
    "BAUTAGEBUCH\n02.03.2021 Das Dach wurde besichtigt.\n05.03.2021 Die Rechnung wurde bezahlt.\n"
    "11.03.2021 Der Vertrag wurde unterzeichnet.\n19.03.2021 Der Vertrag wurde gekündigt.\n"
    "26.03.2021 Die Ziegel wurden geliefert.\n"
]


@pytest.mark.parametrize(
    ("language", "text", "day", "verdict"),
    [
        ("fr", "Le contrat a été signé le {}", "11 mars 2021", "supported"),
        ("fr", "Le contrat a été signé le {}", "26 mars 2021", "misplaced"),
        ("fr", "Le contrat a été résilié le {}", "19 mars 2021", "supported"),
        ("fr", "Le contrat a été résilié le {}", "2 mars 2021", "misplaced"),
        ("de", "Der Vertrag wurde am {} unterzeichnet", "11. März 2021", "supported"),
        ("de", "Der Vertrag wurde am {} unterzeichnet", "5. März 2021", "misplaced"),
        ("de", "Der Kran wurde am {} geliefert", "26. März 2021", "supported"),
        ("de", "Der Kran wurde am {} geliefert", "5. März 2021", "misplaced"),
        ("es", "La grúa se entregó el {}", "26 de marzo de 2021", "supported"),
        ("es", "La grúa se inspeccionó el {}", "19 de marzo de 2021", "misplaced"),
        ("pt", "O contrato foi assinado em {}", "11 de março de 2021", "supported"),
        ("pt", "O aluguel foi pago em {}", "2 de março de 2021", "misplaced"),
        ("ru", "Договор был подписан {}", "11 марта 2021 г.", "supported"),
        ("ru", "Плата была уплачена {}", "26 марта 2021 г.", "misplaced"),
    ],
)
def test_an_act_is_known_in_a_log_of_another_language(language, text, day, verdict):
    assert against(LOG, f"{text.format(day)} (ACME000001).", day, language=language).verdict == verdict


@pytest.mark.parametrize(
    ("text", "day", "verdict"),
    [
        ("The contract was signed on {}", "March 11, 2021", "supported"),
        ("The contract was signed on {}", "March 2, 2021", "misplaced"),
        ("The tiles were delivered on {}", "March 26, 2021", "supported"),
        ("The tiles were delivered on {}", "March 5, 2021", "misplaced"),
        ("The owner terminated the contract on {}", "March 19, 2021", "supported"),
        ("The owner terminated the contract on {}", "March 11, 2021", "misplaced"),
        ("The invoice was paid on {}", "March 5, 2021", "supported"),
        ("The invoice was paid on {}", "March 26, 2021", "misplaced"),
    ],
)
def test_an_english_draft_is_held_against_a_german_diary(text, day, verdict):
    assert against(BAU, f"{text.format(day)} (ACME000001).", day, language="en").verdict == verdict
