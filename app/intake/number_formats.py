"""Numbers and dates as a spreadsheet shows them: Excel's format codes."""

import calendar
import datetime
import math
import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

_TOKEN = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(AM/PM|A/P)|(y+|m+|d+|h+|s+)(?:\.0+)?|(.)', re.I | re.S)
_MONTHS = calendar.month_name
_DAYS = calendar.day_name
_LOCAL = "mm-dd-yy"
"""What stands in the file for the short date of whoever looks on: shown as ISO, which nobody can misread."""
_CURRENCY = re.compile(r"^\$([^-]*)")
_LONGEST_CODE = 255
"""Characters that Excel takes; a longer code was made to hold a reader up."""
_CONDITION = re.compile(r"^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$")
_ELAPSED = re.compile(r"^(h+|m+|s+)$", re.I)

Value = str | int | float | bool | datetime.date | datetime.datetime | datetime.time | datetime.timedelta | None


def displayed(value: Value, code: str) -> str:
    """`value` as shown under the format code (`General`, `#,##0.00`, `mm/dd/yyyy`...); a code too long is none."""
    code = code if len(code) <= _LONGEST_CODE else "General"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return _text(value, code)
    if isinstance(value, datetime.timedelta):
        return _elapsed(value, code)
    if isinstance(value, datetime.date | datetime.time):
        return _moment(value, code)
    return _number(value, code)


def _sections(code: str) -> list[str]:
    parts, current, quoted = [], "", False
    escaped = False
    for char in code:
        if escaped or char == "\\":
            escaped = not escaped
            current += char
        elif char == ";" and not quoted:
            parts.append(current)
            current = ""
        else:
            quoted = quoted != (char == '"')
            current += char
    return [*parts, current]


def _text(value: str, code: str) -> str:
    sections = _sections(code)
    section = sections[3] if len(sections) > 3 else code if "@" in code and len(sections) == 1 else ""
    if "@" not in section:
        return value
    return "".join(
        value if kind == "char" and text == "@" else text for kind, text in _tokens(section) if kind != "part"
    )


def _tokens(section: str) -> Iterator[tuple[str, str]]:
    """("text", literal), ("part", y m d h s letters with their fraction), ("half", AM/PM), ("char", other sign)."""
    for match in _TOKEN.finditer(section):
        quoted, escaped, bracket, half, part, char = match.groups()
        if quoted is not None or escaped is not None:
            yield "text", quoted if quoted is not None else escaped
        elif bracket is not None:
            currency = _CURRENCY.match(bracket)
            if currency:
                yield "text", currency.group(1)
            elif _ELAPSED.match(bracket):
                yield "elapsed", bracket.lower()
        elif half:
            yield "half", half
        elif part:
            yield "part", match.group(0).lower()
        elif char:
            yield "char", char
        elif match.group(0).startswith("_"):
            yield "char", " "


def is_moment(code: str) -> bool:
    """Whether the format shows a date or time."""
    kinds = {kind for kind, _ in _tokens(_sections(code)[0])}
    return bool(kinds & {"part", "elapsed"}) and "general" not in code.lower()


def _moment(value: datetime.date | datetime.time, code: str) -> str:
    section = _sections(code)[0]
    if code.lower() == _LOCAL and isinstance(value, datetime.date):
        return f"{value:%Y-%m-%d}"
    if not is_moment(section):
        return value.isoformat(" ") if isinstance(value, datetime.datetime) else value.isoformat()
    if isinstance(value, datetime.time):
        value = datetime.datetime.combine(datetime.date(1900, 1, 1), value)
    elif not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time())
    tokens = list(_tokens(section))
    twelve = any(kind == "half" for kind, _ in tokens)
    out = []
    for n, (kind, text) in enumerate(tokens):
        if kind == "half":
            out.append(("AM" if value.hour < 12 else "PM")[: 1 if text.upper() == "A/P" else 2])
        elif kind in {"part", "elapsed"}:
            out.append(_part(value, text, minutes=_is_minutes(tokens, n), twelve=twelve))
        else:
            out.append(text)
    return "".join(out).strip()


def _is_minutes(tokens: Sequence[tuple[str, str]], at: int) -> bool:
    """`m` means minutes after hours or before seconds."""
    parts = [(n, text[0]) for n, (kind, text) in enumerate(tokens) if kind in {"part", "elapsed"}]
    here = next(k for k, (n, _) in enumerate(parts) if n == at)
    before = parts[here - 1][1] if here else ""
    after = parts[here + 1][1] if here + 1 < len(parts) else ""
    return before == "h" or after == "s"


def _part(value: datetime.datetime, text: str, *, minutes: bool, twelve: bool) -> str:
    letters, _, fraction = text.partition(".")
    kind, width = letters[0], len(letters)
    if kind == "y":
        return f"{value.year:04d}" if width > 2 else f"{value.year % 100:02d}"
    if kind == "d":
        names = {3: _DAYS[value.weekday()][:3], 4: _DAYS[value.weekday()]}
        return names.get(min(width, 4), f"{value.day:0{width}d}")
    if kind == "m" and not minutes:
        name = _MONTHS[value.month]
        return {3: name[:3], 4: name, 5: name[0]}.get(width, f"{value.month:0{min(width, 2)}d}")
    if kind == "h":
        hour = (value.hour % 12 or 12) if twelve else value.hour
        return f"{hour:0{min(width, 2)}d}"
    number = value.minute if kind == "m" else value.second
    shown = f"{number:0{min(width, 2)}d}"
    return f"{shown}.{value.microsecond:06d}"[: len(shown) + 1 + len(fraction)] if fraction else shown


def _elapsed(value: datetime.timedelta, code: str) -> str:
    seconds = round(value.total_seconds())
    sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
    shown = f"{seconds // 3600}:{seconds // 60 % 60:02d}"
    return f"{sign}{shown}:{seconds % 60:02d}" if "s" in code.lower() else f"{sign}{shown}"


def _number(value: int | float, code: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    section, number = _section_for(value, code)
    if not section.strip() and section != code:
        return section
    if "general" in section.lower() or not section:
        around = re.split("general", section, maxsplit=1, flags=re.I)
        literal = ["".join(text for _, text in _tokens(part)) for part in around]
        return f"{literal[0]}{_general(number)}{literal[1] if len(literal) > 1 else ''}".strip()
    return _filled(number, section).strip()


def _section_for(value: int | float, code: str) -> tuple[str, int | float]:
    """The section of the code that applies, and the number that it shows (without the sign that it writes itself)."""
    sections = _sections(code)
    conditions = [_condition(section) for section in sections[:2]]
    if any(conditions):
        for n, condition in enumerate(conditions):
            if condition is None or _holds(value, condition[0], condition[1]):
                return sections[n], value if n == 0 else abs(value)
        return sections[min(2, len(sections) - 1)], abs(value)
    if value < 0 and len(sections) > 1:
        return sections[1], -value
    if value == 0 and len(sections) > 2:
        return sections[2], value
    return sections[0], value


def _condition(section: str) -> tuple[str, float] | None:
    found = (_CONDITION.match(bracket) for bracket in re.findall(r"\[([^\]]*)\]", section))
    return next(((match.group(1), float(match.group(2))) for match in found if match), None)


def _holds(value: float, sign: str, limit: float) -> bool:
    return {
        "<": value < limit, "<=": value <= limit, ">": value > limit,
        ">=": value >= limit, "=": value == limit, "<>": value != limit,
    }[sign]  # fmt: skip


def _general(value: int | float) -> str:
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e11):
        return str(int(value))
    shown = f"{value:.10g}"
    if "e" not in shown:
        return shown
    mantissa, exponent = f"{value:.5e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}E{exponent}"


def _filled(value: int | float, section: str) -> str:
    """The digits put where the section has 0, # and ?; everything else stands as it is."""
    tokens = list(_tokens(section))
    places = [n for n, (kind, text) in enumerate(tokens) if kind == "char" and text in "0#?"]
    literals = [(kind, text) for kind, text in tokens]
    if not places:
        shown = "".join(text for kind, text in literals if kind in {"text", "char"})
        return f"-{shown}" if value < 0 and shown else shown
    first, last = places[0], places[-1]
    pattern = "".join(text for kind, text in tokens[first : last + 1] if kind in {"char", "part"})
    before = "".join(text for kind, text in tokens[:first] if kind in {"text", "char"})
    after = "".join(text for kind, text in tokens[last + 1 :] if kind in {"text", "char"})
    scaled = Decimal(str(value)) * (100 ** (before + after).count("%"))
    thousands = len(after) - len(after.lstrip(","))
    scaled /= 1000**thousands
    after = after[thousands:]
    if before.endswith("."):
        before, pattern = before[:-1], "." + pattern
    sign = "-" if scaled < 0 else ""
    shown = _digits(abs(scaled), pattern)
    if sign and not any(c in "123456789" for c in shown):
        sign = ""
    return f"{sign}{before}{shown}{after}"


def _digits(value: Decimal, pattern: str) -> str:
    if "/" in pattern:
        return _fraction(value, pattern)
    exponent = re.search(r"e([+-])(0+)", pattern, re.I)
    if exponent:
        decimals = len(re.findall(r"[0#?]", pattern[: exponent.start()].partition(".")[2]))
        mantissa, _, power = f"{value:.{decimals}E}".partition("E")
        number = int(power)
        sign = "-" if number < 0 else "+" if exponent.group(1) == "+" else ""
        return f"{mantissa}E{sign}{abs(number):0{len(exponent.group(2))}d}"
    whole, dot, decimals_pattern = pattern.partition(".")
    places = re.findall(r"[0#?]", decimals_pattern)
    rounded = value.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    left, _, right = f"{rounded:f}".partition(".")
    return _whole(left, whole) + (dot + _decimals(right, places) if dot else "")


def _whole(digits: str, pattern: str) -> str:
    least = pattern.count("0")
    digits = digits.lstrip("0").rjust(least, "0")
    if re.search(r"[0#?],[0#?]", pattern):
        return f"{int(digits):,}".rjust(least, "0") if digits else ""
    others = re.sub(r"[0#?,]", "", pattern)
    if not others:
        return digits
    return _through(digits, pattern)


def _through(digits: str, pattern: str) -> str:
    """Digits laid from the right over a pattern with signs between, e.g. 000-00-0000."""
    out: list[str] = []
    rest = list(digits)
    for char in reversed(pattern):
        if char in "0#?":
            out.append(rest.pop() if rest else "0" if char == "0" else "")
        elif char != ",":
            out.append(char)
    return "".join(rest) + "".join(reversed(out))


def _decimals(digits: str, places: Sequence[str]) -> str:
    shown = list(digits)
    for n in range(len(places) - 1, -1, -1):
        if places[n] == "0" or shown[n] != "0":
            break
        shown.pop()
    return "".join(shown)


def _fraction(value: Decimal, pattern: str) -> str:
    lower = pattern.partition("/")[2].strip()
    whole = int(value) if " " in pattern.strip().partition("/")[0].strip() else 0
    rest = Fraction(value) - whole
    part = (
        Fraction(round(rest * int(lower)), int(lower))
        if lower.isdigit() and int(lower)
        else rest.limit_denominator(10 ** max(1, len(lower)) - 1)
    )
    if part == 0:
        return str(whole)
    shown = f"{part.numerator}/{part.denominator}"
    return f"{whole} {shown}" if whole else shown
