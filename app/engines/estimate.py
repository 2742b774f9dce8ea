"""About how many tokens a prompt has, for servers that don't count: never too few, so that nothing is cut."""

import re
from collections.abc import Sequence

from app.engines.answers import Message

PER_MESSAGE = 12
"""Tokens that a chat template puts around one message, at the most that was seen."""

# what tokenizers take apart: a word with the space before it, one digit, a run of spaces or line ends, a sign
_PIECES = re.compile(r" ?[^\W\d_]+|\d| +|[\r\n\t]+|[^\w\s]|_|\s|\w")


def most_tokens(messages: Sequence[Message]) -> int:
    """At most so many tokens, for the vocabularies in use (50,000 entries and more). Some 35 % too many."""
    return sum(_of_text(m.content) * 11 // 10 + PER_MESSAGE for m in messages)


def least_tokens(messages: Sequence[Message]) -> int:
    """Fewer tokens than this no tokenizer makes of these words: what read fewer has not read all of them."""
    return sum(len(m.content) for m in messages) // 12


def _of_text(text: str) -> int:
    return sum(_of_piece(piece) for piece in _PIECES.findall(text))


def _of_piece(piece: str) -> int:
    if not piece.isascii():
        # what a vocabulary has no entry for is spelled in bytes
        return max(1, len(piece.encode("utf-8", "replace")) * 2 // 3)
    if piece[-1:].isalpha():
        word = piece.strip()
        # capitals and long words are put together from short pieces
        return (len(word) + 1) // 2 if word.isupper() else 1 + max(0, len(word) - 3) // 3
    return 1 + (len(piece) - 1) // 4
