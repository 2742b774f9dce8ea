"""The tables of a matter (``matter.db``) and of the home folder (``jurat.db``)."""

from sqlalchemy import MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel


class MatterTable(SQLModel):
    metadata = MetaData()


class HomeTable(SQLModel):
    metadata = MetaData()


class MatterRow(MatterTable, table=True):
    __tablename__ = "matter"
    id: int = Field(default=1, primary_key=True)
    name: str
    prefix: str
    caption: str
    created: str


class ExhibitRow(MatterTable, table=True):
    __tablename__ = "exhibit"
    order: int = Field(primary_key=True)
    id: str = Field(unique=True)
    label: str
    title: str
    origin: str
    sha256: str = Field(unique=True)
    kind: str
    pages: int
    path: str
    parent: str | None = None
    warnings: str = "[]"
    rendition: str | None = None


class PageRow(MatterTable, table=True):
    __tablename__ = "page"
    __table_args__ = (UniqueConstraint("exhibit", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    exhibit: int = Field(foreign_key="exhibit.order")
    number: int
    text: str
    words: bytes
    read: str
    confidence: float | None = None
    width: float
    height: float
    warnings: str = "[]"


class TakenOutRow(MatterTable, table=True):
    """An exhibit that was taken out of the record; ``data`` is all of it, ``back`` once it was put back."""

    __tablename__ = "taken_out"
    id: int | None = Field(default=None, primary_key=True)
    exhibit: str
    sha256: str
    data: bytes
    back: bool = False


class ReadingRow(MatterTable, table=True):
    """What the verifier has read on a page; see ``readings``."""

    __tablename__ = "reading"
    key: str = Field(primary_key=True)
    version: str
    data: str


class BatesRow(MatterTable, table=True):
    """The ledger. Rows are only ever added."""

    __tablename__ = "bates"
    __table_args__ = (UniqueConstraint("prefix", "number", "suffix"), UniqueConstraint("exhibit", "page"))
    id: int | None = Field(default=None, primary_key=True)
    prefix: str
    number: int
    digits: int
    suffix: str
    exhibit: int = Field(foreign_key="exhibit.order")
    page: int


class AuthorityRow(MatterTable, table=True):
    __tablename__ = "authority"
    id: int | None = Field(default=None, primary_key=True)
    sha256: str
    citations: str
    name: str
    court: str | None = None
    year: int | None = None
    first_page: int | None = None
    last_page: int | None = None
    type: str
    paginated: bool
    text: str


class RunRow(MatterTable, table=True):
    __tablename__ = "run"
    number: int = Field(primary_key=True)
    task: str
    request: str
    options: str
    created: str


class StageRow(MatterTable, table=True):
    __tablename__ = "stage"
    run: int = Field(primary_key=True, foreign_key="run.number")
    name: str = Field(primary_key=True)
    position: int
    state: str
    attempts: int = 0
    board: str | None = None
    seconds: float = 0.0
    tokens: int = 0
    result: str | None = None
    error: str | None = None


class DraftRow(MatterTable, table=True):
    """One version of a draft; ``number`` is the draft, ``version`` counts from 1."""

    __tablename__ = "draft"
    number: int = Field(primary_key=True)
    version: int = Field(primary_key=True)
    run: int | None = Field(default=None, foreign_key="run.number")
    task: str
    title: str
    declarant: str
    paragraphs: str
    made_by: str
    created: str


class AttackRow(MatterTable, table=True):
    """``paragraph`` of the ``version`` that was attacked; ``now`` in the newest, where it last read ``last``."""

    __tablename__ = "attack"
    id: int | None = Field(default=None, primary_key=True)
    draft: int
    version: int
    paragraph: int
    text: str
    answer: str = ""
    reason: str = ""
    now: int | None = None
    last: str = ""


class SignatureRow(MatterTable, table=True):
    """Who signed for a claim, and who took a signature back. Rows are only ever added; a claim's newest one holds."""

    __tablename__ = "signature"
    id: int | None = Field(default=None, primary_key=True)
    draft: int
    claim: str
    name: str
    reason: str
    at: str
    withdrawn: bool = False


class AuditRow(MatterTable, table=True):
    __tablename__ = "audit"
    n: int = Field(primary_key=True)
    at: str
    verb: str
    detail: str
    previous: str
    hash: str


class HomeMatterRow(HomeTable, table=True):
    __tablename__ = "matter"
    name: str = Field(primary_key=True)
    created: str


class MoveRow(HomeTable, table=True):
    """A matter whose folder gets another name, until it has it: a kill may come between."""

    __tablename__ = "move"
    old: str = Field(primary_key=True)
    new: str


class OwnWorkRow(HomeTable, table=True):
    """Every file that the program wrote."""

    __tablename__ = "own_work"
    sha256: str = Field(primary_key=True)
    mark: str
    kind: str
    matter: str
    path: str
    made_at: str


class BatesHighRow(HomeTable, table=True):
    """The highest number that was ever reserved in a matter, kept outside it: an older copy of the matter that is
    put back must not give its numbers out again."""

    __tablename__ = "bates_high"
    matter: str = Field(primary_key=True)
    prefix: str = Field(primary_key=True)
    suffix: str = Field(primary_key=True)
    number: int


class AuditHeadRow(HomeTable, table=True):
    """The last entry of each matter's audit log, kept outside the matter, so that a log cut short shows."""

    __tablename__ = "audit_head"
    matter: str = Field(primary_key=True)
    n: int
    hash: str
