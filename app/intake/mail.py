"""E-mails (.eml): header, body, and the attachments that become exhibits of their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from app.intake.blocks import Block, Paragraph
from app.intake.encoding import decode
from app.intake.plain import decode_html, html_text

_SHOWN = ("From", "To", "Cc", "Bcc", "Reply-To")
_MAX_PARTS = 2_000


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part of a mail that is a file of its own."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """What a mail gives: `title` is its subject."""

    title: str
    blocks: tuple[Block, ...]
    attachments: tuple[Attachment, ...]
    warnings: tuple[str, ...]


def read_mail(path: Path) -> Mail:
    """The mail at `path`. Whatever is wrong with it becomes a warning, never an error."""
    # compat32 keeps headers as they stand; the newer policy parses them, and fails on broken ones
    message = BytesParser(policy=policy.compat32).parsebytes(_from_header(path.read_bytes()))
    warnings: list[str] = []
    body, rest = _split(message, warnings)
    attachments = tuple(Attachment(_name_of(part, n), _bytes_of(part)) for n, part in enumerate(rest, start=1))
    subject = _header(message, "Subject")
    header = list(_header_lines(message, attachments, warnings))
    text = _body_text(body, warnings)
    blocks: tuple[Block, ...] = (
        *(Paragraph(line, bold=False) for line in header),
        Paragraph(""),
        *(Paragraph(line) for line in text.rstrip("\n").split("\n")),
    )
    return Mail(subject or "(no subject)", blocks, attachments, tuple(dict.fromkeys(warnings)))


def _from_header(data: bytes) -> bytes:
    """Without the mark and empty lines that would make the header part of the body."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")


def _header_lines(message: Message, attachments: tuple[Attachment, ...], warnings: list[str]) -> Iterator[str]:
    for name in _SHOWN:
        value = _header(message, name)
        if value:
            yield f"{name}: {value}"
    yield f"Date: {_sent(message, warnings)}"
    yield f"Subject: {_header(message, 'Subject')}"
    if attachments:
        yield f"Attachments: {', '.join(attachment.name for attachment in attachments)}"


def _sent(message: Message, warnings: list[str]) -> str:
    """The Date header exactly as sent, with its offset; never the machine's time or zone."""
    raw = _raw_header(message, "Date")
    try:
        if parsedate_to_datetime(raw).year >= 1970:
            return raw
    except (ValueError, TypeError, IndexError, OverflowError):
        pass
    warnings.append("The date of the mail can't be read; it is shown as unknown.")
    return f"unknown (the mail says: {raw})" if raw else "unknown"


def _raw_header(message: Message, name: str) -> str:
    raw = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
    return re.sub(r"\s+", " ", str(raw)).strip()


def _header(message: Message, name: str) -> str:
    """A header decoded."""
    return _decoded(_raw_header(message, name))


def _decoded(raw: str) -> str:
    """Encoded words made plain; where they are too broken for that, as they stand."""
    try:
        return re.sub(r"\s+", " ", _sound(str(make_header(decode_header(raw))))).strip()
    except (MessageError, LookupError, UnicodeError, ValueError):
        return _sound(raw)


def _sound(text: str) -> str:
    """Bytes that stand in a header undecoded, read as any text is."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return decode(text.encode("utf-8", "surrogateescape")).text
    return text


def _split(message: Message, warnings: list[str]) -> tuple[Message | None, list[Message]]:
    """The part that is read as the body, and all parts that are files."""
    body: Message | None = None
    page: Message | None = None
    rest: list[Message] = []
    for part in _leaves(message, warnings):
        kind = part.get_content_type()
        named = part.get_content_disposition() == "attachment" or bool(part.get_filename())
        if not named and kind == "text/plain" and body is None:
            body = part
        elif not named and kind == "text/html" and page is None:
            page = part
        elif kind in {"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"} and not named:
            warnings.append("The mail is encrypted; its content can't be read.")
        else:
            rest.append(part)
    if body is not None and page is not None and not _text_of(body).strip():
        body = page
    return body or page, rest


def _leaves(message: Message, warnings: list[str]) -> Iterator[Message]:
    """Parts that aren't containers, in order; a mail inside the mail is one part."""
    stack = [message]
    seen = 0
    while stack:
        part = stack.pop()
        seen += 1
        if seen > _MAX_PARTS:
            warnings.append(f"The mail has more than {_MAX_PARTS} parts; the others were left out.")
            return
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            stack.extend(reversed([child for child in part.get_payload() if isinstance(child, Message)]))
        elif part.get_content_maintype() != "multipart" or _bytes_of(part).strip():
            yield part


def _name_of(part: Message, number: int) -> str:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0) if part.is_multipart() else None
        subject = _header(inner, "Subject") if isinstance(inner, Message) else ""
        name = _decoded(str(part.get_filename() or f"{subject or f'message {number}'}.eml"))
        return name if name.lower().endswith(".eml") else f"{name}.eml"
    given = part.get_filename()
    if given:
        return _decoded(str(given))
    extension = {"plain": ".txt", "html": ".html", "jpeg": ".jpg", "calendar": ".ics"}.get(
        part.get_content_subtype(), f".{re.sub(r'[^a-z0-9]', '', part.get_content_subtype())[:8]}"
    )
    return f"part {number}{extension}"


def _bytes_of(part: Message) -> bytes:
    if part.is_multipart():
        inner = part.get_payload(0)
        if not isinstance(inner, Message):
            return b""
        try:
            return inner.as_bytes()
        except UnicodeEncodeError:  # the mail says ASCII and isn't
            return inner.as_string().encode("utf-8", "surrogateescape")
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text_of(part: Message) -> str:
    data = _bytes_of(part)
    charset = part.get_content_charset()
    try:
        if charset is not None:
            return data.decode(charset).replace("\r\n", "\n").replace("\r", "\n")
    except (LookupError, UnicodeDecodeError):
        pass
    return (decode_html(data) if part.get_content_type() == "text/html" else decode(data)).text


def _body_text(part: Message | None, warnings: list[str]) -> str:
    if part is None:
        warnings.append("The mail has no text of its own.")
        return ""
    text = _text_of(part)
    return html_text(text) if part.get_content_type() == "text/html" else text
