"""The facts of the sample dispute: one source for every name, date and amount. All of it is invented."""

from dataclasses import dataclass
from datetime import date


def usd(cents: int) -> str:
    """``$1,234.50`` from cents."""
    return f"${cents // 100:,}.{cents % 100:02d}"


def plain(cents: int) -> str:
    """``1,234.50`` from cents."""
    return usd(cents)[1:]


def long(day: date) -> str:
    """``April 3, 2023``."""
    return f"{day:%B} {day.day}, {day.year}"


def us(day: date) -> str:
    """``04/03/2023``: month first, as the buyer, the bank and the court write."""
    return f"{day:%m/%d/%Y}"


def eu(day: date) -> str:
    """``03/04/2023``: day first, as the seller writes."""
    return f"{day:%d/%m/%Y}"


@dataclass(frozen=True)
class Company:
    name: str
    short: str
    street: str
    town: str
    phone: str
    domain: str


@dataclass(frozen=True)
class Invoice:
    """Amounts in cents; sales tax is 6 %."""

    number: str
    issued: date
    due: date
    text: str
    net: int

    @property
    def tax(self) -> int:
        return self.net * 6 // 100

    @property
    def gross(self) -> int:
        return self.net + self.tax


@dataclass(frozen=True)
class Lot:
    """Apples in Room 2; prices in cents a bin."""

    lot: str
    variety: str
    bins: int
    price: int
    salvage: int

    @property
    def loss(self) -> int:
        return self.bins * (self.price - self.salvage)


BUYER = Company(
    "Cole Ridge Orchards LLC", "Cole Ridge", "4180 Pippin Lane", "Harrow Falls, Franklin 00418",
    "(555) 555-0142", "coleridge.example",
)  # fmt: skip
SELLER = Company(
    "Vessenhardt Kältetechnik, Inc.", "Vessenhardt", "77 Foundry Parkway, Suite 300", "Port Averell, Franklin 00461",
    "(555) 555-0177", "vessenhardt.example",
)  # fmt: skip
ENGINEER = Company(
    "Bexley Thorne Engineering, P.C.", "Bexley Thorne", "12 Canal Street", "Harrow Falls, Franklin 00419",
    "(555) 555-0119", "bexleythorne.example",
)  # fmt: skip
REPAIRER = Company(
    "Tamarack Falls Mechanical LLC", "Tamarack", "905 Quarry Road", "Harrow Falls, Franklin 00418",
    "(555) 555-0163", "tamarackfalls.example",
)  # fmt: skip
BANK = Company(
    "Harrow Falls Savings Bank", "the Bank", "1 Market Square", "Harrow Falls, Franklin 00418",
    "(555) 555-0100", "hfsavings.example",
)  # fmt: skip

DECLARANT = "Dana Cole"
OWNER = "Helen R. Cole"
FOREMAN = "Luis Ferro"
SERVICE = "Markus Reinholt"
SALES = "Paula Ostrander"
EXPERT = "Ingrid Sollner"
OUR_LAWYER = "Miriam Tolland"
THEIR_LAWYER = "R. Abernathy Voss"

COURT = "United States District Court for the District of Franklin"
DOCKET = "3:23-cv-00417-HRB"
AGREEMENT = "VK-2023-0117"
MODEL = "RTX 3060"
UNITS = 12
FIRST_SERIAL = 4127
CERTIFIED = "7020 0555 0000 4412 0931"

SIGNED = date(2023, 1, 23)
CHANGE_1 = date(2023, 3, 4)
MEETING = date(2023, 3, 15)
CHANGE_2 = date(2023, 3, 20)
OLD_DELIVERY = date(2023, 3, 27)
DELIVERED = date(2023, 4, 3)
COMMISSIONED = date(2023, 4, 5)
PAID_DEPOSIT = date(2023, 1, 30)
PAID_BALANCE = date(2023, 4, 6)
FAILED = date(2023, 4, 10)
NOTICE_SENT = date(2023, 4, 12)
NOTICE_LIMIT = date(2023, 4, 17)
NOTICE_RECEIVED = date(2023, 4, 20)
REJECTED = date(2023, 4, 24)
INSPECTED = date(2023, 4, 26)
REPORTED = date(2023, 5, 3)
REPAIRED = date(2023, 5, 19)
TAUNTED = date(2023, 6, 2)
DEPOSED = date(2024, 2, 8)

PRICE = 184_500_00
UNIT_PRICE = 4_800_00
CHANGE_PRICE = 2 * UNIT_PRICE
DEPOSIT = Invoice(
    "V-10437", date(2023, 1, 25), date(2023, 2, 8), "Deposit, 30 % of the Contract Price", PRICE * 3 // 10
)
BALANCE = Invoice("V-10473", DELIVERED, NOTICE_LIMIT, "Balance, 70 % of the Contract Price", PRICE * 7 // 10)
EXTRA = Invoice("V-10478", DELIVERED, NOTICE_LIMIT, "Change Order No. 1, two additional ventilators", CHANGE_PRICE)
REPAIR = Invoice("TM-2291", REPAIRED, date(2023, 6, 18), "Re-wiring and controls, Cold Store 2", 38_940_00)
TRUCKS = 14_250_00
INSPECTION_FEE = 4_800_00

LOTS = (
    Lot("HC-114", "Honeycrisp", 96, 212_00, 48_00),
    Lot("HC-115", "Honeycrisp", 88, 212_00, 48_00),
    Lot("GA-087", "Gala", 74, 158_00, 40_00),
    Lot("GA-088", "Gala", 60, 158_00, 40_00),
    Lot("FU-031", "Fuji", 68, 171_00, 42_50),
)
BINS = sum(lot.bins for lot in LOTS)
CROP_LOSS = sum(lot.loss for lot in LOTS)
DAMAGES = CROP_LOSS + TRUCKS + REPAIR.gross + INSPECTION_FEE


def serial(position: int) -> str:
    """Serial number of ventilator ``position`` (from 1): a prefix and six digits, like a Bates number."""
    return f"VKS{FIRST_SERIAL + position - 1:06d}"


def room(position: int) -> int:
    """Room of ventilator ``position``: four in each of three rooms; the two of Change Order No. 1 are in Room 2."""
    return (position - 1) // 4 + 1


ROOM_2 = tuple(serial(n) for n in range(1, UNITS + 1) if room(n) == 2)
