"""The verifier: finds what can be checked in a draft and checks it against the record, without a model."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.verify.checker import Checker, verify
    from app.verify.clearance import clear

__all__ = ["Checker", "clear", "verify"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: a worker that only reads pages needs little of it."""
    if name == "clear":
        from app.verify.clearance import clear

        return clear
    if name in {"Checker", "verify"}:
        from app.verify import checker

        return getattr(checker, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
