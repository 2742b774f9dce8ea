"""How long a server that works may show nothing new: by how fast it was seen to be."""

from dataclasses import asdict, dataclass

_TIMES = 10
"""A step takes longer the more is in the context (up to seven times, of a small model with 32,000 tokens), and when
other programs have the processor. More than ten times what it took is no step any more."""
_MOST = 600.0
"""A pause of the whole machine is no measure of the server: what was seen grows the limit to this at the most, in
seconds. What was measured at the start may ask for more."""


@dataclass(slots=True)
class Pace:
    """``read``, ``write``: seconds that a token of the prompt, or of the answer, took when the server was started; 0
    where it wasn't measured. ``slowest``: seconds between two signs of progress since then."""

    read: float = 0.0
    write: float = 0.0
    slowest: float = 0.0

    def measured(self) -> dict[str, float]:
        """What another program needn't measure again."""
        return {name: value for name, value in asdict(self).items() if name != "slowest"}

    def saw(self, seconds: float) -> None:
        """It took so long from one sign of progress to the next."""
        self.slowest = max(self.slowest, seconds)

    def limit(self, least: float, step: int) -> float:
        """Seconds without progress that can't be work any more, at least ``least``. ``step``: tokens of the prompt
        that are read between two signs; 0 while it writes, which is a sign for each token."""
        expected = self.read * step if step else self.write
        return max(least, _TIMES * expected, min(_TIMES * self.slowest, _MOST))
