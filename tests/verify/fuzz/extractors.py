"""A coverage-guided fuzzer over the verifier's extractors, by atheris.

    python -m tests.verify.fuzz.extractors [libFuzzer's options]      (without end; -runs=N for so many)

Bytes become text of any kind: lone surrogates, right to left, combining marks, NUL. Every claim that is found must lie
in the text, and no extractor may raise. What fails is written to ``crash-*``, and is run again with that file's name.
"""

import sys

import atheris

with atheris.instrument_imports(include=["app.verify"]):
    from app.domain.evidence import Page, Record
    from app.verify.checker import Checker
    from app.verify.dates import find_dates
    from app.verify.normal import clean
    from app.verify.reading import pack, read_page, unpack

PAGES = (
    Page("A", 1, "TIDE000001", "Paid $1,250.00 on May 2, 2020. “The pump was never repaired,” he said."),
    Page("B", 1, "TIDE000002", "Le 3 mars 2021, la somme de 2 710 920,00 € fut versée.\nQ. Yes?\nA. No."),
)
CHECKER = Checker(Record(PAGES))


def text_of(data: bytes) -> str:
    """Half of the inputs as UTF-8, half as code points of two bytes, among which are surrogates."""
    if data[:1] < b"\x80":
        return data[1:].decode("utf-8", "surrogateescape")
    return data[1:].decode("utf-16-le", "surrogatepass") if len(data) % 2 else data[1:].decode("latin-1")


def try_one(data: bytes) -> None:
    """What must hold of any text as a draft and as a page."""
    text = _text_or_nothing(data)
    last = 0
    for verdict in CHECKER.check(text):
        claim = verdict.claim
        assert last <= claim.start < claim.end <= len(text), (text, claim)
        assert clean(text[claim.start : claim.end]).text.split() == claim.text.split(), (text, claim)
        assert verdict.reason
        last = claim.end
    page = Page("C", 1, "TIDE000003", text)
    assert unpack(pack(read_page(page), page), page) == read_page(page)
    for date in find_dates(text, damaged=True):
        assert 0 <= date.start < date.end <= len(text), (text, date)


def _text_or_nothing(data: bytes) -> str:
    try:
        return text_of(data)
    except UnicodeDecodeError:
        return ""


if __name__ == "__main__":
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
