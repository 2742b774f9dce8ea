"""Files inside a PDF: attachments of the document, of a page, or of a portfolio."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_FILES = 1_000
MAX_BYTES = 512 * 1024**2


def embedded_files(path: Path) -> tuple[list[tuple[str, bytes]], tuple[str, ...]]:
    """(name, bytes) of each, and warnings. Every file specification is looked at, wherever in the PDF it hangs."""
    import pikepdf  # slow to import

    found: list[tuple[str, bytes]] = []
    warnings: list[str] = []
    try:
        with pikepdf.open(path) as pdf:
            for name, stream in _streams(pdf):
                if len(found) >= MAX_FILES:
                    warnings.append(f"The PDF holds more than {MAX_FILES} files; the others were left out.")
                    break
                data = _data(stream)
                if data is None:
                    warnings.append(f"The file {name} inside the PDF is damaged or too large, and was left out.")
                else:
                    found.append((name, data))
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError, RuntimeError) as error:
        warnings.append(f"The PDF couldn't be searched for files inside it ({str(error).splitlines()[0][:120]}).")
    return found, tuple(warnings)


def _streams(pdf: Any) -> Iterator[tuple[str, Any]]:
    import pikepdf  # slow to import

    seen: set[tuple[int, int]] = set()
    for item in pdf.objects:
        for spec in _specifications(item):
            files = spec.get("/EF")
            stream = next((files[key] for key in ("/UF", "/F", "/DOS", "/Unix", "/Mac") if key in files), None)
            if isinstance(stream, pikepdf.Stream) and stream.objgen not in seen:
                seen.add(stream.objgen)
                yield str(spec.get("/UF", spec.get("/F", "attachment"))), stream


_PATHS = ("/Names", "/EmbeddedFiles", "/FS", "/AF", "/Kids")
"""Where file specifications hang that aren't objects of their own."""


def _specifications(item: Any, depth: int = 6) -> Iterator[Any]:
    """File specifications with content: the object itself, or one written straight into it."""
    import pikepdf  # slow to import

    if isinstance(item, pikepdf.Array):
        if depth:
            for entry in item:
                if isinstance(entry, pikepdf.Dictionary | pikepdf.Array) and not entry.is_indirect:
                    yield from _specifications(entry, depth - 1)
        return
    if not isinstance(item, pikepdf.Dictionary):
        return
    if isinstance(item.get("/EF"), pikepdf.Dictionary):
        yield item
    for key in _PATHS if depth else ():
        inner = item.get(key)
        if isinstance(inner, pikepdf.Dictionary | pikepdf.Array) and not inner.is_indirect:
            yield from _specifications(inner, depth - 1)


def _data(stream: Any) -> bytes | None:
    import pikepdf  # slow to import

    try:
        data = bytes(stream.read_bytes())
    except (pikepdf.PdfError, ValueError, RuntimeError):
        return None
    return data if len(data) <= MAX_BYTES else None
