"""E-mails: what stands in the header, which part is the body, which parts are files."""

from pathlib import Path

import pytest

from app.intake.kinds import Kind
from app.intake.mail import Mail, read_mail
from app.intake.pages import read_page
from app.intake.prepare import prepare

HEAD = "From: Ana <ana@example.com>\nTo: Ben <ben@example.com>\nDate: Fri, 2 May 2025 23:30:00 +0000\nSubject: Crates\n"


def mail(tmp_path: Path, source: str | bytes) -> Mail:
    path = tmp_path / "a.eml"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return read_mail(path)


def lines(read: Mail) -> list[str]:
    return [getattr(block, "text", "") for block in read.blocks]


def multipart(kind: str, *parts: str) -> str:
    body = "".join(f"--B\n{part}\n" for part in parts)
    return f"{HEAD}MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=B\n\n{body}--B--\n"


def test_the_header_and_body_of_a_plain_mail(tmp_path: Path) -> None:
    read = mail(tmp_path, f"{HEAD}\nTwelve crates came.\n")
    assert lines(read) == [
        "From: Ana <ana@example.com>",
        "To: Ben <ben@example.com>",
        "Date: Fri, 2 May 2025 23:30:00 +0000",
        "Subject: Crates",
        "",
        "Twelve crates came.",
    ]
    assert (read.title, read.attachments, read.warnings) == ("Crates", (), ())


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_the_date_is_as_sent_on_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    assert "Date: Fri, 2 May 2025 23:30:00 +0000" in lines(mail(tmp_path, f"{HEAD}\nx\n"))


@pytest.mark.parametrize("date", ["Date: Wed, 15 Dec 2010 59:10 -0500\n", "Date: yesterday\n", ""])
def test_a_date_that_cannot_be_read_is_unknown(tmp_path: Path, date: str) -> None:
    read = mail(tmp_path, f"From: a@example.com\nTo: b@example.com\nSubject: x\n{date}\nbody\n")
    assert any(line.startswith("Date: unknown") for line in lines(read))
    assert "shown as unknown" in read.warnings[0]


def test_plain_text_is_preferred_and_html_stripped(tmp_path: Path) -> None:
    plain = "Content-Type: text/plain\n\nplain words"
    page = "Content-Type: text/html\n\n<p>rich <b>words</b></p><style>p{}</style>"
    assert lines(mail(tmp_path, multipart("alternative", plain, page)))[-1] == "plain words"
    assert lines(mail(tmp_path, multipart("alternative", page)))[-1] == "rich words"
    empty = "Content-Type: text/plain\n\n \n"
    assert lines(mail(tmp_path, multipart("alternative", empty, page)))[-1] == "rich words"


def test_attachments_are_named_and_whole(tmp_path: Path) -> None:
    read = mail(
        tmp_path,
        multipart(
            "mixed",
            "Content-Type: text/plain\n\nsee below",
            'Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment; filename="a b.pdf"\n'
            "Content-Transfer-Encoding: base64\n\nJVBERi0xLjQK",
            "Content-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n/9j/4A==",
        ),
    )
    assert [(a.name, a.data) for a in read.attachments] == [
        ("a b.pdf", b"%PDF-1.4\n"),
        ("part 2.jpg", b"\xff\xd8\xff\xe0"),
    ]
    assert "Attachments: a b.pdf, part 2.jpg" in lines(read)


def test_a_mail_in_a_mail_is_a_child_with_its_own_children(tmp_path: Path) -> None:
    inner = multipart("mixed", "Content-Type: text/plain\n\ninner", "Content-Type: text/csv; name=l.csv\n\n1,2")
    inner = inner.replace("--B", "--I").replace("boundary=B", "boundary=I").replace("Crates", "Inner crates")
    outer = multipart("mixed", "Content-Type: text/plain\n\nouter", f"Content-Type: message/rfc822\n\n{inner}")
    path = tmp_path / "a.eml"
    path.write_text(outer)
    first = prepare(path, "a.eml", tmp_path / "a.pdf")
    (child,) = first.children
    assert child.name == "Inner crates.eml"
    second = prepare(child.path, child.name, tmp_path / "b.pdf")
    assert second.title == "Inner crates"
    assert [c.name for c in second.children] == ["l.csv"]
    assert second.children[0].path.read_bytes().strip() == b"1,2"


def test_encoded_headers_and_charsets(tmp_path: Path) -> None:
    head = "From: =?utf-8?q?M=C3=BCller?= <m@example.com>\nTo: b@example.com\nSubject: =?iso-8859-1?Q?Pr=FCfung?=\n"
    body = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=F6=DFe\n"
    read = mail(tmp_path, head + "Date: Fri, 2 May 2025 23:30:00 +0200\nMIME-Version: 1.0\n" + body)
    assert read.title == "Prüfung"
    assert lines(read)[0] == "From: Müller <m@example.com>"
    assert lines(read)[-1] == "Größe"


@pytest.mark.parametrize(
    "source",
    [
        b"From: a\nReceived: x\nTo: b\nSubject: \xff\xfe\n\n\xff\xfe body",
        b"From: a\nReceived: x\nTo: b\nContent-Type: multipart/mixed\n\nno boundary",
        b"From: a\nReceived: x\nTo: b\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain",
        b"From: a\nReceived: x\nTo: b\nContent-Transfer-Encoding: base64\n\n!!!not base64!!!",
        b"From: a\nReceived: x\nTo: b\nSubject: =?nonsense?q?x?=\nContent-Type: text/plain; charset=nonsense\n\nbody",
    ],
)
def test_a_broken_mail_is_read_as_far_as_it_goes(tmp_path: Path, source: bytes) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(source)
    prepared = prepare(path, "a.eml", tmp_path / "a.pdf")
    assert prepared.pages == 1
    assert "From: a" in read_page(tmp_path / "a.pdf", 1, ("eng",)).text


def test_a_mail_saved_as_text_is_read_as_a_mail(tmp_path: Path) -> None:
    path = tmp_path / "notice.txt"
    path.write_text(f"{HEAD}\nFiled.\n")
    prepared = prepare(path, "notice.txt", tmp_path / "a.pdf")
    assert prepared.kind is Kind.EML
    assert "holds an e-mail" in prepared.warnings[-1]
