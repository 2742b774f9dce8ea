"""Write the sample matter into ``resources/sample``: exhibits, authority, caption and request of a fictional dispute.

A tool for developers; what it writes is committed. It needs Debian's fonts-liberation, fonts-dejavu, fonts-sjfonts and
fonts-breip. Every date, seed and file id is fixed, so that a second run writes the same bytes.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from sample import contract, inspection, invoices, mails, matter, office, orders, papers, photos, terms, transcript

ROOT = Path(__file__).parent.parent / "resources" / "sample"

EXHIBITS = {
    "01 Supply and Installation Agreement VK-2023-0117 signed.pdf": contract.write,
    "02 Vessenhardt Terms Rev 7.pdf": terms.write,
    "03 PO 2214 and Change Orders 1-2.pdf": orders.write,
    "04 Site meeting minutes 2023-03-15.pdf": orders.minutes,
    "05 Scan_0403 delivery note 88-2041.pdf": papers.delivery_note,
    "06 Invoice V-10437.pdf": invoices.deposit,
    "07 Invoice V-10473.pdf": invoices.balance,
    "08 Invoice V-10478.pdf": invoices.extra,
    "09 KC114 CS2-R2 alarm log.txt": office.alarm_log,
    "10 IMG_2217.jpg": papers.foreman_note,
    "11 RE_ AW_ Notice of defects - Cold Store 2.eml": mails.chain,
    "12 Scan_0502 certified mail receipts.pdf": papers.postal_receipts,
    "13 Schreiben Vessenhardt Kältetechnik 24 April.docx": office.letter,
    "14 Bank statement April 2023 (scan).pdf": papers.bank_statement,
    "15 Photos CS2.pdf": photos.write,
    "16 Bexley Thorne report 23-117.pdf": inspection.write,
    "17 Tamarack invoice TM-2291.pdf": invoices.repair,
    "18 Loss ledger CS2.xlsx": office.ledger,
    "19 Your client's so-called damages.eml": mails.taunt,
    "20 Reinholt deposition 2024-02-08 pp 44-49.pdf": transcript.write,
}


def main() -> None:
    """Write all files and say what was written."""
    (ROOT / "exhibits").mkdir(parents=True, exist_ok=True)
    (ROOT / "authorities").mkdir(exist_ok=True)
    matter.caption(ROOT / "caption.toml")
    matter.request(ROOT / "request.txt")
    matter.opinion(ROOT / "authorities" / "Northgate v Halversen (fictional).txt")
    for old in (ROOT / "exhibits").iterdir():
        old.unlink()
    for name, write in EXHIBITS.items():
        write(ROOT / "exhibits" / name)
        print(f"{(ROOT / 'exhibits' / name).stat().st_size:>9,}  {name}")


if __name__ == "__main__":
    main()
