"""The verifier: finds what can be checked in a draft and checks it against the record, without a model."""

from app.verify.checker import Checker, verify
from app.verify.clearance import clear

__all__ = ["Checker", "clear", "verify"]
