"""The kinds of file that come in, and the names that belong to them."""

from enum import StrEnum


class Kind(StrEnum):
    """What a file is by its content. The value is what `Exhibit.kind` holds."""

    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    TIFF = "tiff"
    GIF = "gif"
    BMP = "bmp"
    WEBP = "webp"
    HEIC = "heic"
    DOCX = "docx"
    XLSX = "xlsx"
    PPTX = "pptx"
    EML = "eml"
    TEXT = "text"
    HTML = "html"
    MSG = "msg"
    MBOX = "mbox"
    DOC = "doc"
    XLS = "xls"
    XLSB = "xlsb"
    PPT = "ppt"
    RTF = "rtf"
    ODT = "odt"
    ODS = "ods"
    ODP = "odp"
    WPD = "wpd"
    LOCKED_OFFICE = "locked-office"
    POSTSCRIPT = "postscript"
    AUDIO = "audio"
    VIDEO = "video"
    ZIP = "zip"
    ARCHIVE = "archive"
    PST = "pst"
    DATABASE = "database"
    PROGRAM = "program"
    OLE = "ole"
    UNKNOWN = "unknown"
    EMPTY = "empty"


NAMES: dict[Kind, str] = {
    Kind.PDF: "a PDF",
    Kind.PNG: "a PNG image",
    Kind.JPEG: "a JPEG image",
    Kind.TIFF: "a TIFF image",
    Kind.GIF: "a GIF image",
    Kind.BMP: "a BMP image",
    Kind.WEBP: "a WebP image",
    Kind.HEIC: "a HEIC image",
    Kind.DOCX: "a Word document (.docx)",
    Kind.XLSX: "an Excel workbook (.xlsx)",
    Kind.PPTX: "a PowerPoint presentation",
    Kind.EML: "an e-mail",
    Kind.TEXT: "plain text",
    Kind.HTML: "a web page",
    Kind.MSG: "an Outlook message",
    Kind.MBOX: "a mailbox file",
    Kind.DOC: "an old Word document (.doc)",
    Kind.XLS: "an old Excel workbook (.xls)",
    Kind.XLSB: "a binary Excel workbook (.xlsb)",
    Kind.PPT: "an old PowerPoint presentation",
    Kind.RTF: "a rich text document",
    Kind.ODT: "an OpenDocument text",
    Kind.ODS: "an OpenDocument spreadsheet",
    Kind.ODP: "an OpenDocument presentation",
    Kind.WPD: "a WordPerfect document",
    Kind.LOCKED_OFFICE: "a password protected Office document",
    Kind.POSTSCRIPT: "a PostScript file",
    Kind.AUDIO: "a sound recording",
    Kind.VIDEO: "a video",
    Kind.ZIP: "a ZIP archive",
    Kind.ARCHIVE: "an archive",
    Kind.PST: "an Outlook mailbox",
    Kind.DATABASE: "a database",
    Kind.PROGRAM: "a program",
    Kind.OLE: "an Office file of an unknown sort",
    Kind.UNKNOWN: "a file of an unknown kind",
    Kind.EMPTY: "an empty file",
}

IMAGES = frozenset({Kind.PNG, Kind.JPEG, Kind.TIFF, Kind.GIF, Kind.BMP, Kind.WEBP})

READABLE = IMAGES | {Kind.PDF, Kind.DOCX, Kind.XLSX, Kind.EML, Kind.TEXT, Kind.HTML}

_TEXTUAL = frozenset({Kind.TEXT, Kind.HTML, Kind.EML, Kind.MBOX})
_WORD_NAMES = frozenset({Kind.DOC, Kind.RTF, Kind.LOCKED_OFFICE})  # Word itself writes .doc files that hold RTF

CLAIMS: dict[str, frozenset[Kind]] = {
    **dict.fromkeys(("pdf",), frozenset({Kind.PDF})),
    **dict.fromkeys(("png",), frozenset({Kind.PNG})),
    **dict.fromkeys(("jpg", "jpeg", "jpe", "jfif"), frozenset({Kind.JPEG})),
    **dict.fromkeys(("tif", "tiff"), frozenset({Kind.TIFF})),
    **dict.fromkeys(("gif",), frozenset({Kind.GIF})),
    **dict.fromkeys(("bmp",), frozenset({Kind.BMP})),
    **dict.fromkeys(("webp",), frozenset({Kind.WEBP})),
    **dict.fromkeys(("heic", "heif"), frozenset({Kind.HEIC})),
    **dict.fromkeys(("docx", "docm", "dotx"), frozenset({Kind.DOCX, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("xlsx", "xlsm", "xltx"), frozenset({Kind.XLSX, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("xlsb",), frozenset({Kind.XLSB, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("pptx", "pptm"), frozenset({Kind.PPTX, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("eml",), frozenset({Kind.EML})),
    **dict.fromkeys(("txt", "text", "csv", "tsv", "md", "log", "dat", "opt", "lst"), _TEXTUAL),
    **dict.fromkeys(("html", "htm", "xhtml"), frozenset({Kind.HTML})),
    **dict.fromkeys(("msg",), frozenset({Kind.MSG})),
    **dict.fromkeys(("doc", "dot"), _WORD_NAMES),
    **dict.fromkeys(("xls", "xlt"), frozenset({Kind.XLS, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("ppt", "pps"), frozenset({Kind.PPT, Kind.LOCKED_OFFICE})),
    **dict.fromkeys(("rtf",), frozenset({Kind.RTF})),
    **dict.fromkeys(("odt", "ott"), frozenset({Kind.ODT})),
    **dict.fromkeys(("ods",), frozenset({Kind.ODS})),
    **dict.fromkeys(("odp",), frozenset({Kind.ODP})),
    **dict.fromkeys(("wpd",), frozenset({Kind.WPD})),
    **dict.fromkeys(("zip",), frozenset({Kind.ZIP})),
    **dict.fromkeys(("pst", "ost"), frozenset({Kind.PST})),
}
"""What a name's extension says the content is. An extension that isn't here claims nothing."""

EXTENSIONS: dict[Kind, str] = {
    Kind.JPEG: "jpg",
    Kind.TIFF: "tif",
    Kind.TEXT: "txt",
    **{
        kind: kind.value
        for kind in (Kind.PDF, Kind.PNG, Kind.GIF, Kind.BMP, Kind.WEBP, Kind.HEIC, Kind.DOCX, Kind.XLSX, Kind.PPTX)
    },
    **{kind: kind.value for kind in (Kind.EML, Kind.HTML, Kind.MSG, Kind.MBOX, Kind.DOC, Kind.XLS, Kind.XLSB)},
    **{kind: kind.value for kind in (Kind.PPT, Kind.RTF, Kind.ODT, Kind.ODS, Kind.ODP, Kind.WPD, Kind.ZIP, Kind.PST)},
}
"""The extension to rename a mislabelled file to."""
