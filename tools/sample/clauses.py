"""The articles of the agreement and the small print of the seller's terms."""

from . import facts as f

_TAX = f.DEPOSIT.tax + f.BALANCE.tax

ARTICLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Definitions and order of documents", (
        "“Equipment” means the goods listed in Schedule A. “Site” means Cold Store 2 at 4180 Pippin Lane, Harrow "
        "Falls, Franklin. “Works” means the delivery, installation and commissioning of the Equipment at the Site.",
        "“Business Day” means a day other than a Saturday, a Sunday or a holiday on which banks in Harrow Falls are "
        "closed.",
        "“Defect” means any failure of the Equipment or the Works to conform to this Agreement, including Schedule A.",
        "This Agreement, its Schedules and signed change orders prevail over any other document. Seller’s Terms and "
        "Conditions of Sale (Rev. 7) apply only to matters on which this Agreement is silent.",
    )),
    ("Scope of supply", (
        f"Seller shall supply ten (10) ventilators model {f.MODEL} and the other Equipment listed in Schedule A, "
        "install it at the Site and commission it.",
        "Seller shall set all motor protection relays to the rated current shown on the nameplate and shall record the "
        "settings in a commissioning protocol, of which Buyer receives a copy.",
        "Buyer shall provide access to the Site, electrical supply at the main panel, and one person who knows the "
        "Site.",
        "A change to the Works is binding only if it is set out in a change order signed by both parties.",
    )),
    ("Contract price and payment", (
        f"The Contract Price is {f.usd(f.PRICE)}, exclusive of sales tax. Sales tax at 6 % ({f.usd(_TAX)}) is added, "
        f"so that {f.usd(f.PRICE + _TAX)} is payable in all.",
        "Buyer shall pay thirty percent (30 %) on signature and seventy percent (70 %) on delivery, in each case "
        "against invoice and within fourteen (14) days after the date of the invoice.",
        "Payment is not acceptance of the Equipment or the Works and does not waive any Defect.",
        "Amounts overdue bear simple interest at eight percent (8 %) a year from the due date.",
    )),
    ("Delivery and risk", (
        f"Seller shall deliver the Equipment to the Site on or before {f.long(f.OLD_DELIVERY)} (the “Delivery Date”), "
        "unless a change order states a later date.",
        "Risk of loss passes to Buyer when the Equipment has been unloaded at the Site and the delivery note has been "
        "signed by Buyer’s representative.",
        "If delivery is late for reasons for which Seller is responsible, Buyer may deduct one half of one percent "
        "(0.5 %) of the Contract Price for each full week of delay, up to five percent (5 %).",
        "Seller shall give Buyer three Business Days’ notice of the day and the approximate hour of delivery.",
    )),
    ("Installation and commissioning", (
        "Seller shall begin the installation on the day of delivery and shall commission the Equipment within three "
        "Business Days, one room after the other, so that two rooms remain in service at all times.",
        "Commissioning includes a run of four hours in each room under load. The room temperature, the current of each "
        "motor and the relay settings shall be recorded.",
        "Buyer’s signature on a commissioning protocol confirms that the run took place. It is not a waiver of Defects "
        "that could not be seen during the run.",
    )),
    ("Documentation and training", (
        "Seller shall hand over operating instructions, wiring diagrams, the list of serial numbers and the "
        "certificates of the temperature probes with the Equipment.",
        "Seller shall train two of Buyer’s employees for half a day in the operation of the controllers and the "
        "alarms.",
    )),
    ("Service line", (
        "Seller shall keep a telephone service line that is answered by a technician at all hours, including Sundays "
        "and holidays, for twelve months after commissioning.",
        "If the temperature in a room deviates by more than 5 °F from its set point, Seller shall have a technician at "
        "the Site within six (6) hours after the call.",
    )),
    ("Warranty", (
        "Seller warrants for twenty-four (24) months after commissioning that the Equipment and the Works are free "
        "from Defects in design, material and workmanship and conform to Schedule A.",
        "Seller shall at its own cost repair or replace what is defective without delay. If Seller does not begin "
        "within two Business Days after notice, Buyer may have the Defect remedied by others at Seller’s expense.",
        "The warranty does not cover damage caused by misuse, by alterations that Seller did not approve, or by a "
        "supply voltage outside 208 V to 230 V, plus or minus ten percent.",
    )),
    ("Notice of defects", (
        "Buyer shall inspect the Equipment on delivery and shall note visible damage on the delivery note.",
        "Buyer shall give Seller written notice of any Defect that appears on or soon after delivery within fourteen "
        "(14) days after delivery. A Defect that appears later shall be notified within fourteen (14) days after it "
        "appears.",
        "The notice shall describe the Defect, the room and, so far as known, the serial numbers concerned.",
        "Notice is given when it is sent by e-mail to the address in Section 13.1 or deposited, postage prepaid, as "
        "certified mail, whichever is first.",
        "A notice that is late does not bar a claim unless Seller shows that the delay has prejudiced it, and then "
        "only so far as it has.",
    )),
    ("Liability", (
        "Seller is liable for loss that is the direct and foreseeable result of a Defect, including the loss of fruit "
        "stored in the rooms, the cost of emergency refrigeration and the cost of remedy by others.",
        "Except for injury to persons, fraud and gross negligence, the liability of either party under this Agreement "
        "is limited to the Contract Price.",
        "Neither party is liable for loss of profit or of business that was not foreseeable at the Effective Date.",
    )),
    ("Insurance", (
        "Each party shall carry commercial general liability insurance of not less than $1,000,000 for each occurrence "
        "and shall hand over a certificate on request.",
    )),
    ("Term and termination", (
        "Either party may terminate this Agreement by written notice if the other is in material breach and does not "
        "cure within ten (10) Business Days after written notice of the breach.",
        "Articles 8, 9, 10 and 14 survive termination.",
    )),
    ("Notices", (
        f"Notices to Seller: {f.SELLER.name}, attention Service Manager, {f.SELLER.street}, {f.SELLER.town}; "
        f"service@{f.SELLER.domain}.",
        f"Notices to Buyer: {f.BUYER.name}, attention Operations Manager, {f.BUYER.street}, {f.BUYER.town}; "
        f"dana.cole@{f.BUYER.domain}.",
        "Either party may change its address by notice to the other.",
    )),
    ("Governing law and forum", (
        "This Agreement is governed by the law of the State of Franklin, without its rules on conflict of laws.",
        "The courts in and for the District of Franklin have exclusive jurisdiction over disputes from this Agreement.",
        "The officers named below shall meet once and try in good faith to settle a dispute before either party files "
        "suit.",
    )),
    ("General", (
        "This Agreement is the entire agreement of the parties on its subject and may be amended only in writing.",
        "If a provision is invalid, the others remain in force.",
        "This Agreement may be signed in counterparts and by electronic copy, each of which is an original.",
    )),
)  # fmt: skip
