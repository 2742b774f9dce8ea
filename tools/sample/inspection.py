"""The engineer's inspection report, six pages, with the table of serial numbers."""

from pathlib import Path

import pymupdf

from . import facts as f
from .flow import Flow, small
from .scan import signature

_GREEN = (0.1, 0.35, 0.25)


def write(path: Path) -> None:
    flow = Flow("sans", 11, margins=(72, 80, 72, 76))
    _cover(flow)
    for title, parts in _CHAPTERS:
        flow.new_page()
        flow.para(title, face="sans-b", size=14, after=8, ink=_GREEN)
        for part in parts:
            flow.para(part, after=7, leading=1.32)
        if title.startswith("3"):
            _relays(flow)
        if title.startswith("2"):
            _serials(flow)
    flow.skip(30)
    flow.page.insert_image((76, flow.y - 14, 210, flow.y + 26), stream=signature("I Sollner", 81))
    flow.skip(26)
    flow.lines([f"{f.EXPERT}, P.E.", "Franklin License No. 30417", f.long(f.REPORTED)])
    flow.footers(_frame)
    flow.save(path, "Inspection report 23-117", f.ENGINEER.name, "ReportDesk 5", "D:20230503164400-04'00'")


def _frame(flow: Flow, page: pymupdf.Page, number: int, total: int) -> None:
    page.draw_line((72, 58), (540, 58), color=_GREEN, width=1)
    small(page, 72, 52, f"{f.ENGINEER.name}   {f.ENGINEER.street}   {f.ENGINEER.town}", "sans", 8)
    small(page, 72, 752, f"Report 23-117, Cold Store 2, Cole Ridge Orchards      Page {number} of {total}", "sans", 8)


def _cover(flow: Flow) -> None:
    flow.skip(120)
    flow.para("INSPECTION REPORT 23-117", face="sans-b", size=22, after=10, ink=_GREEN)
    flow.para("Failure of the ventilation in Room 2 of Cold Store 2", size=14, after=40)
    flow.table(
        [
            ["Client", f.BUYER.name],
            ["Site", f"Cold Store 2, {f.BUYER.street}, {f.BUYER.town}"],
            ["Date of failure", f"{f.long(f.FAILED)}, 2:14 a.m. (as reported by the client)"],
            ["Date of inspection", f"{f.long(f.INSPECTED)}, 9:30 a.m. to 1:15 p.m."],
            ["Present", f"{f.DECLARANT} and {f.FOREMAN} for the client; {f.SERVICE} for {f.SELLER.name}"],
            ["Date of report", f.long(f.REPORTED)],
            ["Fee", f"{f.usd(f.INSPECTION_FEE)} (no sales tax on engineering services)"],
            ["Engineer", f"{f.EXPERT}, P.E."],
        ],
        [120, 348],
        head=False,
        pad=5,
    )


def _serials(flow: Flow) -> None:
    rows = [
        [f.serial(n), f"{f.room(n)}", f.MODEL, "2.3" if f.room(n) == 2 else "2.8", f"{_CURRENT[n - 1]:.1f}"]
        for n in range(1, f.UNITS + 1)
    ]
    flow.table(
        [["Serial number", "Room", "Model", "Firmware", "Current, A"], *rows],
        [128, 60, 100, 80, 100],
        right=(4,),
        size=10,
    )
    flow.para(
        "Current: measured with a clamp meter on phase L1 at 209 V, the relay bridged for the measurement in Room 2 "
        "with Mr. Reinholt’s consent. Serial numbers were read from the nameplates and agree with the list to delivery "
        "note 88-2041.",
        size=9.5,
    )


_CURRENT = (5.9, 6.0, 5.8, 5.9, 6.0, 5.9, 6.1, 5.9, 5.8, 6.0, 5.9, 5.9)


def _relays(flow: Flow) -> None:
    rows = [
        [f.serial(n), f"{f.room(n)}", "4.1" if f.room(n) == 2 else "6.1", "6.1", "unbroken"]
        for n in range(1, f.UNITS + 1)
    ]
    flow.table(
        [["Serial number", "Room", "Setting found, A", "Rated current, A", "Seal of cover"], *rows],
        [110, 60, 100, 100, 98],
        right=(2, 3),
        size=10,
    )
    flow.para("My photographs show the dials of the four relays in Room 2 as found; they are in my file.", size=9.5)


_CHAPTERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("1  Summary", (
        f"On {f.long(f.INSPECTED)} I inspected the twelve ventilators model {f.MODEL} that {f.SELLER.name} delivered "
        f"on {f.long(f.DELIVERED)} and commissioned on {f.long(f.COMMISSIONED)}.",
        "The motor protection relays of the four ventilators in Room 2 were set at 4.1 A. The rated current of the "
        "motors is 6.1 A and they drew between 5.9 A and 6.1 A. A relay that is set so far below the current of its "
        "motor trips when the load stays high for some time. The relays of the other eight ventilators were set at 6.1 "
        "A.",
        "The seals on the covers of all twelve relays were unbroken. The settings were therefore made before the "
        "covers were sealed, which according to all present was done at commissioning.",
        "In my opinion the wrong setting of the four relays is the cause of the failure. I found no other cause. The "
        "supply voltage, the wiring from the panel and the room controller were in order.",
        "The alarm contact worked: the controller log shows the alarm at 2:14 a.m. and the foreman was on site.",
    )),
    ("2  The ventilators", (
        "Each room has four ventilators, two on either side of the coil. They run at all times; the controller changes "
        "the speed. The table lists them as I found them.",
    )),
    ("3  Motor protection relays", (
        "The relays can be set between 3.5 A and 8.0 A with a dial of 14 mm diameter under a sealed cover. The marks "
        "4.1 and 6.1 are some 110 degrees apart. The scale is printed in grey on black and is hard to read without a "
        "lamp.",
        "I opened the covers in the presence of Mr. Reinholt, who broke the seals himself.",
    )),
    ("4  Course of the failure", (
        "The controller log of Room 2 (one-minute values) shows that the current rose from 5.3 A to 6.0 A between "
        "midnight and 2:14 a.m., while the coil iced and the fans went to full speed. At 2:14 a.m. the relays of "
        "VKS004131 and VKS004133 tripped; the other two took the load and tripped within the same minute.",
        "Four attempts to reset, between 2:16 a.m. and 2:31 a.m., led to a new trip after one to three minutes each. "
        "The log then shows no current until April 11.",
        "The return air rose from 33.4 °F at 2:14 a.m. to 51.3 °F at 9:40 a.m. It fell after refrigerated trailers had "
        "been connected and bins had been taken out. Apples of the varieties in the room should be kept below 38 °F; "
        "after more than five hours above that temperature Honeycrisp and Gala of this storage age can no longer be "
        "sold as fresh fruit.",
        "If the relays had been reset and set correctly before about 4:00 a.m., the return air would have stayed below "
        "40 °F.",
    )),
    ("5  Recommendations and basis", (
        "Set the relays of all ventilators to 6.1 A, seal them, and record the settings. Fit phase monitors. Connect "
        "the alarm contacts to a dialer that calls two telephones. Repeat the four-hour run in each room.",
        "The ventilators themselves need not be replaced. My estimate for the work is $37,000 to $41,000 before sales "
        "tax.",
        "I rely on: my inspection; the controller log of Room 2; Agreement VK-2023-0117 with Schedule A; the list of "
        "serial numbers to delivery note 88-2041; the commissioning protocols of Rooms 1 and 3. A protocol of Room 2 "
        "was asked for and was not produced.",
        "I have no interest in the outcome. These opinions are held to a reasonable degree of engineering certainty.",
    )),
)  # fmt: skip
