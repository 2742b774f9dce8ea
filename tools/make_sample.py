"""Write the sample matter into ``resources/sample``: exhibits, authority, caption and request of a fictional dispute.

A tool for developers; what it writes is committed. It needs Debian's fonts-liberation, fonts-dejavu, fonts-sjfonts and
fonts-breip. Every date, seed and file id is fixed, so that a second run writes the same bytes.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from sample import contract, invoices, mails, matter, transcript

ROOT = Path(__file__).parent.parent / "resources" / "sample"

EXHIBITS = {
    "01 Supply and Installation Agreement VK-2023-0117 signed.pdf": contract.write,
    "06 Invoice V-10437.pdf": invoices.deposit,
    "07 Invoice V-10473.pdf": invoices.balance,
    "08 Invoice V-10478.pdf": invoices.extra,
    "11 RE_ AW_ Notice of defects - Cold Store 2.eml": mails.chain,
    "16 Tamarack invoice TM-2291.pdf": invoices.repair,
    "18 Your client's so-called damages.eml": mails.taunt,
    "19 Reinholt deposition 2024-02-08 pp 44-49.pdf": transcript.write,
}


def main() -> None:
    """Write all files and say what was written."""
    (ROOT / "exhibits").mkdir(parents=True, exist_ok=True)
    (ROOT / "authorities").mkdir(exist_ok=True)
    matter.caption(ROOT / "caption.toml")
    matter.request(ROOT / "request.txt")
    matter.opinion(ROOT / "authorities" / "Northgate v Halversen (fictional).txt")
    for name, write in EXHIBITS.items():
        write(ROOT / "exhibits" / name)
        print(f"{(ROOT / 'exhibits' / name).stat().st_size:>9,}  {name}")


if __name__ == "__main__":
    main()
