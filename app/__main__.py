"""``jurat``: no words open the window, a verb is the command line."""

import os
import sys

from app.egress import Gate, guard_process
from app.settings import Settings


def main() -> int:
    """Entry point; gives the exit status (CONTRACTS, section 4)."""
    # onnxruntime, should some library bring it, must not phone home
    os.environ["ORT_DISABLE_TELEMETRY"] = os.environ["ORT_TELEMETRY_DISABLED"] = "1"
    gate = Gate()
    guard_process(gate)
    from app.cli.main import main as run

    def window(settings: Settings, draft: str | None) -> int:
        from app.gui.run import run

        return run(settings, draft=draft, gate=gate)

    return run(sys.argv[1:], window, gate)


if __name__ == "__main__":
    sys.exit(main())
