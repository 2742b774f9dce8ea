"""What a board's cards do, in words."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.domain.gpu import card_faults

if TYPE_CHECKING:
    from app.actions.sights import CardSight

_GIB = 1 << 30
translate = QCoreApplication.translate


def card_tip(sight: "CardSight") -> str:
    """Everything that is known of a card, a line each."""
    reading, card = sight.reading, sight.reading.card
    lines = [translate("Cards", "Card {n}: {name}").format(n=card.index, name=card.name)]
    if reading.lost:
        return "\n".join([*lines, translate("Cards", "It doesn't answer any more: restart the machine.")])
    if reading.load is not None:
        lines.append(translate("Cards", "{n} % load").format(n=round(reading.load * 100)))
    lines += _memory(sight)
    if reading.temperature is not None:
        lines.append(translate("Cards", "{n} °C").format(n=reading.temperature))
    lines += [_of(reading.power, reading.power_limit, "W"), _of(reading.clock, reading.clock_limit, "MHz")]
    if reading.links is not None:
        lines.append(translate("Cards", "{n} NVLinks up").format(n=reading.links))
    if reading.ecc_errors == 0:
        lines.append(translate("Cards", "no uncorrected memory errors"))
    return "\n".join([*filter(None, lines), *card_faults(reading)])


def _memory(sight: "CardSight") -> list[str]:
    """What is held, and by whom."""
    reading, card = sight.reading, sight.reading.card
    if reading.memory_used is None:
        return []
    used = translate("Cards", "{used} of {all} GiB held").format(
        used=f"{reading.memory_used / _GIB:.1f}", all=f"{card.usable / _GIB:.1f}"
    )
    if sight.ours is None:
        return [used]
    lines = [used, translate("Cards", "{n} GiB by this board's server").format(n=f"{sight.ours / _GIB:.1f}")]
    others = [p for p in reading.processes or () if p.pid != sight.pid]
    for one in others:
        held = "?" if one.memory is None else f"{one.memory / _GIB:.1f}"
        lines.append(translate("Cards", "{n} GiB by process {pid}").format(n=held, pid=one.pid))
    return lines


def _of(value: float | None, most: float | None, unit: str) -> str:
    if value is None:
        return ""
    if most is None:
        return f"{value:.0f} {unit}"
    return translate("Cards", "{n} of {all} {unit}").format(n=f"{value:.0f}", all=f"{most:.0f}", unit=unit)


def cards_words(sights: "tuple[CardSight, ...]") -> str:
    """For who can't see the bars."""
    return "; ".join(card_tip(sight).replace("\n", ", ") for sight in sights)
