"""The seller's terms of sale, Rev. 7: (title, paragraphs)."""

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Scope", (
        "These Terms govern every offer, delivery and service of Vessenhardt Kältetechnik, Inc. (the “Company”). Terms "
        "of the customer that differ are not accepted even if the Company does not object to them. Where the parties "
        "have signed an individual agreement, these Terms apply to what that agreement does not regulate.",
    )),
    ("Offers", (
        "Offers are free and open for thirty (30) days. Drawings, weights, power consumption and dimensions are "
        "approximate unless they are expressly called binding. The Company keeps all rights in drawings, calculations "
        "and software; they may not be shown to third parties without consent in writing.",
        "An order binds the Company when it has been confirmed in writing or when the goods have been shipped.",
    )),
    ("Prices", (
        "Prices are net, ex works Port Averell, without packing, freight, insurance, sales tax and other charges. If "
        "more than four months pass between order and delivery, the Company may adjust the price to changes in the "
        "cost of copper, aluminum, steel and freight that exceed three percent (3 %).",
    )),
    ("Payment", (
        "Invoices are due within fourteen (14) days after their date without deduction. The customer may set off only "
        "claims that are undisputed or have been finally adjudicated. Overdue amounts bear interest at twelve percent "
        "(12 %) a year or the highest rate that the law allows, whichever is lower.",
        "If it becomes known after the order that the customer’s means are insufficient, the Company may demand "
        "payment in advance or security and may hold back deliveries until it has received them.",
    )),
    ("Dates", (
        "All dates in the Company’s documents are written day/month/year. Dates of delivery are approximate unless "
        "they have been called fixed in writing. The time for delivery begins when all technical questions have been "
        "settled and the deposit has been received, and is extended by strikes, lack of material, failure of carriers, "
        "acts of authorities and other events beyond the Company’s control.",
    )),
    ("Transfer of risk", (
        "Risk passes when the goods leave the works, even where the Company bears the freight or installs the goods. "
        "At the customer’s request and expense the Company insures the shipment against breakage, transport and fire.",
        "Parts of a delivery may be shipped and billed separately so far as this is reasonable for the customer.",
    )),
    ("Retention of title", (
        "The goods remain the property of the Company until they have been paid for in full. The customer shall insure "
        "them against fire, water and theft, shall not pledge them, and shall tell the Company at once if they are "
        "seized. If the goods are fixed to land, the customer agrees that they may be removed again.",
    )),
    ("Installation", (
        "Where the Company installs the goods, the customer shall provide at its own cost and in time: access, "
        "scaffolding, lifting gear, light, heating, electric power with connections up to the place of installation, "
        "dry and lockable rooms for material, and helpers in the number that is needed. If the installation is delayed "
        "through no fault of the Company, the customer bears the cost of waiting time and further travel.",
        "The Company’s fitters may not make statements that bind the Company.",
    )),
    ("Acceptance", (
        "The goods are accepted when the customer has signed the protocol, or has used them for ten (10) days without "
        "objecting in writing, or does not attend a test run of which it was told three days before.",
    )),
    ("Inspection by the customer", (
        "The customer shall examine the goods on arrival. Damage in transit shall be noted on the carrier’s papers. "
        "Weights, numbers and packing that are not objected to within five (5) days are deemed correct.",
    )),
    ("Notice of defects", (
        "Visible defects shall be notified within seven (7) days after delivery, hidden defects within seven (7) days "
        "after they are found, in each case in writing by registered or certified mail to the Company’s head office. A "
        "notice takes effect only when it has been received by the Company; the date of the Company’s receipt stamp is "
        "decisive. Notice by e-mail, by telephone or to fitters is not sufficient.",
        "If notice is not given in due time, all claims from the defect are barred.",
    )),
    ("Warranty", (
        "For twelve (12) months after the transfer of risk the Company will, at its choice, repair or replace parts "
        "that prove defective because of faulty design, material or workmanship. Replaced parts become its property. "
        "The customer shall give it the necessary time and access. No warranty is given for wear, for unsuitable "
        "operating materials, for faulty foundations, for chemical or electrical influences, and for work done by "
        "others.",
        "THERE ARE NO OTHER WARRANTIES, EXPRESS OR IMPLIED, INCLUDING ANY WARRANTY OF MERCHANTABILITY OR OF FITNESS "
        "FOR A PARTICULAR PURPOSE.",
    )),
    ("Limitation of liability", (
        "THE COMPANY IS NOT LIABLE FOR LOSS OF PROFIT, LOSS OF STORED GOODS, COST OF SUBSTITUTE REFRIGERATION OR OTHER "
        "CONSEQUENTIAL LOSS. ITS LIABILITY IS LIMITED TO THE PRICE OF THE PART THAT CAUSED THE LOSS. This does not "
        "apply to intent, gross negligence and injury to persons.",
    )),
    ("Service line", (
        "The Company keeps a service line. It is answered on working days between 7 a.m. and 6 p.m.; other times need "
        "a service contract. Calls may be forwarded to mobile telephones. No time of response is promised.",
    )),
    ("Software", (
        "Controllers are delivered with firmware that the customer may use only in the goods. The Company may change "
        "the firmware without notice. Logs are kept for ninety (90) days and are then overwritten.",
    )),
    ("Serial numbers", (
        "Each unit bears a serial number, which consists of the letters VKS and six digits and is to be quoted in all "
        "correspondence. It is no document number, order number or invoice number.",
    )),
    ("Export", (
        "The customer shall comply with all rules on the export of the goods and shall not deliver them to persons or "
        "countries to which delivery is forbidden.",
    )),
    ("Confidentiality", (
        "Each party shall keep secret what it learns of the other’s business and shall use it only for the purposes of "
        "the contract, for five (5) years after its end.",
    )),
    ("Data", (
        "The Company stores names, addresses and operating data for the purposes of the contract and shares them with "
        "carriers and subcontractors so far as the contract needs it.",
    )),
    ("Limitation of actions", (
        "Claims against the Company are barred twelve (12) months after the transfer of risk unless the law forbids a "
        "shorter time than its own.",
    )),
    ("Place of performance, law, forum", (
        "The place of performance is Port Averell. The law of the State of Franklin applies; the United Nations "
        "Convention on Contracts for the International Sale of Goods does not. The courts at Port Averell have "
        "jurisdiction, but the Company may sue at the customer’s place of business.",
    )),
    ("Written form", (
        "Changes of these Terms, and of this section, must be in writing. If one of these Terms is invalid, a valid "
        "one that comes closest to its purpose takes its place, and the others stay in force.",
    )),
)  # fmt: skip
