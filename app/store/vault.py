"""Originals, by their SHA-256, read-only, never changed (promise 1)."""

import hashlib
import os
from pathlib import Path

_CHUNK = 1 << 20


def digest_of(path: Path) -> str:
    """SHA-256 of a file's bytes, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Vault:
    """The folder ``vault/`` of a matter. Files are named by their digest, so a copy can be checked by its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, sha256: str) -> Path:
        return self.folder / sha256

    def put(self, source: Path) -> str:
        """Copy a file in and give its digest. The source is only read; a copy cut short is never visible."""
        digest = hashlib.sha256()
        partial = self.folder / f".{os.getpid()}-{source.stat().st_ino}.partial"
        try:
            with source.open("rb") as reader, partial.open("wb") as writer:
                while chunk := reader.read(_CHUNK):
                    digest.update(chunk)
                    writer.write(chunk)
                writer.flush()
                os.fsync(writer.fileno())
            target = self.path(digest.hexdigest())
            if target.exists():
                return digest.hexdigest()
            partial.chmod(0o444)
            partial.rename(target)
            sync_folder(self.folder)
        finally:
            partial.unlink(missing_ok=True)
        return digest.hexdigest()

    def sweep(self) -> None:
        """Remove what a kill left half written. Only for the holder of the matter's lock."""
        for partial in self.folder.glob(".*.partial"):
            partial.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in ``folder`` last. Windows can't open folders and needs no such call (not tried there)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
