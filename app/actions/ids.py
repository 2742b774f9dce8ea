"""What exhibits are called: letters in the order of intake, numbers below them for what came with a mail."""

from collections.abc import Iterable, Sequence

from app.domain.evidence import Exhibit


def next_id(taken: Sequence[Exhibit], parent: str | None) -> str:
    """The letter after the last one, A to Z, then AA; for a child the parent's id and a number: K-1."""
    if parent is not None:
        numbers = [int(one.id.rpartition("-")[2]) for one in taken if one.parent == parent]
        return f"{parent}-{1 + max(numbers, default=0)}"
    number = 1 + max((_number_of(one.id) for one in taken if one.parent is None), default=0)
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def with_attachments(all_: Iterable[Exhibit], ids: Iterable[str]) -> list[Exhibit]:
    """These exhibits and all that came with them, in the order of the record."""
    wanted = set(ids)
    found = []
    for one in sorted(all_, key=lambda exhibit: exhibit.order):  # what came with a mail stands after it
        if one.id in wanted or one.parent in wanted:
            wanted.add(one.id)
            found.append(one)
    return found


def _number_of(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
