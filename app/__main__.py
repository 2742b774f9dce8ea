"""``jurat``: no words open the workbench, a verb is the command line."""

import os
import sys


def main() -> int:
    """Entry point; gives the exit status (CONTRACTS, section 4)."""
    # onnxruntime, should some library bring it, must not phone home
    os.environ["ORT_DISABLE_TELEMETRY"] = os.environ["ORT_TELEMETRY_DISABLED"] = "1"
    from app.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
