"""What left this machine, and where it may go."""

from dataclasses import dataclass

from app.egress import Traffic
from app.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Outgoing:
    """``hosts``: of other machines' boards; ``traffic``: bytes by host since the start, CourtListener's too where a
    person asked it. ``simulated``: cards are a recording's, in a sentence; empty on a real machine."""

    hosts: tuple[str, ...]
    traffic: tuple[Traffic, ...]
    simulated: str = ""

    @property
    def sent(self) -> int:
        return sum(one.sent for one in self.traffic)


async def what_left(bench: Workbench) -> Outgoing:
    return Outgoing(bench.boards.boardfile.hosts, bench.boards.gate.traffic(), bench.gpus.simulated)
