"""A client's case and its caption."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Party:
    """One side of the caption, e.g. ``Party("Dana Cole", "Plaintiff")``."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands at the head of a filing. Every field may be empty: an empty one prints as a blank to fill in."""

    court: str = ""
    parties: tuple[Party, ...] = ()
    docket_number: str = ""
    title: str = ""
    declarant: str = ""
    place: str = ""
    counsel: tuple[str, ...] = ()
    """Lines of the attorney block, as they are printed."""


@dataclass(frozen=True, slots=True)
class Matter:
    """One client's case. ``name`` is also its folder and the ``M`` of the command line."""

    name: str
    prefix: str
    caption: Caption = field(default_factory=Caption)
    created: str = ""
    """UTC, ISO 8601 to the second."""
