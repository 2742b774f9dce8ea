"""What the six languages call months, weekdays, numbers and the small words that carry no evidence."""

from typing import Final

MONTH_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
        "september sept sep", "october oct", "november nov", "december dec",
    ),
    "de": (
        "januar jänner jan", "februar feber feb", "märz mär", "april apr", "mai", "juni jun", "juli jul", "august aug",
        "september sept sep", "oktober okt", "november nov", "dezember dez",
    ),
    "fr": (
        "janvier janv", "février fevrier févr fév", "mars", "avril avr", "mai", "juin", "juillet juil", "août aout",
        "septembre sept", "octobre oct", "novembre nov", "décembre decembre déc",
    ),
    "es": (
        "enero ene", "febrero feb", "marzo mar", "abril abr", "mayo may", "junio jun", "julio jul", "agosto ago",
        "septiembre setiembre sept sep", "octubre oct", "noviembre nov", "diciembre dic",
    ),
    "pt": (
        "janeiro jan", "fevereiro fev", "março marco mar", "abril abr", "maio mai", "junho jun", "julho jul",
        "agosto ago", "setembro set", "outubro out", "novembro nov", "dezembro dez",
    ),
    "ru": (
        "января январь янв", "февраля февраль фев", "марта март мар", "апреля апрель апр", "мая май", "июня июнь",
        "июля июль", "августа август авг", "сентября сентябрь сент сен", "октября октябрь окт", "ноября ноябрь ноя",
        "декабря декабрь дек",
    ),
}  # fmt: skip

WEEKDAY_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thur thu", "friday fri", "saturday sat",
           "sunday sun"),
    "de": ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "es": ("lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado", "domingo"),
    "pt": ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"),
    "ru": ("понедельник", "вторник", "среда среду", "четверг", "пятница пятницу", "суббота субботу", "воскресенье"),
}  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_word(names: dict[str, tuple[str, ...]], first: int) -> dict[str, int]:
    return {word: n for row in names.values() for n, words in enumerate(row, first) for word in words.split()}


MONTHS: Final[dict[str, int]] = _by_word(MONTH_NAMES, 1)
WEEKDAYS: Final[dict[str, int]] = _by_word(WEEKDAY_NAMES, 0)

ORDINALS: Final[dict[str, int]] = {
    word: n
    for n, words in enumerate(
        (
            "first premier erster ersten primero primeiro первого", "second zweiten segundo второго",
            "third dritten tercero terceiro третьего", "fourth vierten четвёртого", "fifth fünften пятого",
            "sixth sechsten", "seventh siebten", "eighth achten", "ninth neunten", "tenth zehnten", "eleventh elften",
            "twelfth zwölften", "thirteenth dreizehnten", "fourteenth vierzehnten", "fifteenth fünfzehnten",
            "sixteenth sechzehnten", "seventeenth siebzehnten", "eighteenth achtzehnten", "nineteenth neunzehnten",
            "twentieth zwanzigsten", "twenty-first einundzwanzigsten", "twenty-second zweiundzwanzigsten",
            "twenty-third dreiundzwanzigsten", "twenty-fourth vierundzwanzigsten", "twenty-fifth fünfundzwanzigsten",
            "twenty-sixth sechsundzwanzigsten", "twenty-seventh siebenundzwanzigsten",
            "twenty-eighth achtundzwanzigsten", "twenty-ninth neunundzwanzigsten", "thirtieth dreißigsten dreissigsten",
            "thirty-first einunddreißigsten einunddreissigsten",
        ),
        1,
    )
    for word in words.split()
}  # fmt: skip

NUMBER_WORDS: Final[dict[str, dict[str, int]]] = {
    "en": {
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
        "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
        "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000, "million": 10**6,
        "billion": 10**9, "grand": 1000,
    },
    "de": {
        "ein": 1, "eins": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8,
        "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16,
        "siebzehn": 17, "achtzehn": 18, "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40,
        "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90, "hundert": 100, "tausend": 1000,
        "million": 10**6, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9,
    },
    "fr": {
        "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9,
        "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16, "vingt": 20,
        "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70, "huitante": 80,
        "nonante": 90, "cent": 100, "cents": 100, "mille": 1000, "million": 10**6, "millions": 10**6,
        "milliard": 10**9, "milliards": 10**9,
    },
    "es": {
        "un": 1, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8,
        "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciséis": 16,
        "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "veintiún": 21, "veintiuno": 21,
        "veintidós": 22, "veintitrés": 23, "veinticuatro": 24, "veinticinco": 25, "veintiséis": 26, "veintisiete": 27,
        "veintiocho": 28, "veintinueve": 29, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
        "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "doscientas": 200,
        "trescientos": 300, "trescientas": 300, "cuatrocientos": 400, "cuatrocientas": 400, "quinientos": 500,
        "quinientas": 500, "seiscientos": 600, "seiscientas": 600, "setecientos": 700, "setecientas": 700,
        "ochocientos": 800, "ochocientas": 800, "novecientos": 900, "novecientas": 900, "mil": 1000, "millón": 10**6,
        "millones": 10**6,
    },
    "pt": {
        "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8,
        "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "catorze": 14, "quatorze": 14, "quinze": 15,
        "dezesseis": 16, "dezasseis": 16, "dezessete": 17, "dezassete": 17, "dezoito": 18, "dezenove": 19,
        "dezanove": 19, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60, "setenta": 70,
        "oitenta": 80, "noventa": 90, "cem": 100, "cento": 100, "duzentos": 200, "duzentas": 200, "trezentos": 300,
        "trezentas": 300, "quatrocentos": 400, "quatrocentas": 400, "quinhentos": 500, "quinhentas": 500,
        "seiscentos": 600, "seiscentas": 600, "setecentos": 700, "setecentas": 700, "oitocentos": 800,
        "oitocentas": 800, "novecentos": 900, "novecentas": 900, "mil": 1000, "milhão": 10**6, "milhões": 10**6,
        "bilhão": 10**9, "bilhões": 10**9,
    },
    "ru": {
        "один": 1, "одна": 1, "одну": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7,
        "восемь": 8, "девять": 9, "десять": 10, "одиннадцать": 11, "двенадцать": 12, "тринадцать": 13,
        "четырнадцать": 14, "пятнадцать": 15, "шестнадцать": 16, "семнадцать": 17, "восемнадцать": 18,
        "девятнадцать": 19, "двадцать": 20, "тридцать": 30, "сорок": 40, "пятьдесят": 50, "шестьдесят": 60,
        "семьдесят": 70, "восемьдесят": 80, "девяносто": 90, "сто": 100, "двести": 200, "триста": 300,
        "четыреста": 400, "пятьсот": 500, "шестьсот": 600, "семьсот": 700, "восемьсот": 800, "девятьсот": 900,
        "тысяча": 1000, "тысячи": 1000, "тысяч": 1000, "тысячу": 1000, "миллион": 10**6, "миллиона": 10**6,
        "миллионов": 10**6, "миллиард": 10**9, "миллиарда": 10**9, "миллиардов": 10**9,
    },
}  # fmt: skip

SCALES: Final[dict[str, int]] = {
    "thousand": 1000, "k": 1000, "grand": 1000, "million": 10**6, "mil": 1000, "mio": 10**6, "mn": 10**6, "m": 10**6,
    "mm": 10**6, "bn": 10**9, "billion": 10**9, "tsd": 1000, "tausend": 1000, "millionen": 10**6, "mrd": 10**9,
    "milliarden": 10**9, "mille": 1000, "millions": 10**6, "milliards": 10**9, "millón": 10**6, "millones": 10**6,
    "milhão": 10**6, "milhões": 10**6, "mi": 10**6, "bilhões": 10**9, "тыс": 1000, "тысяч": 1000, "тысячи": 1000,
    "млн": 10**6, "миллионов": 10**6, "миллиона": 10**6, "млрд": 10**9, "миллиардов": 10**9,
}  # fmt: skip

CURRENCIES: Final[dict[str, str]] = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "u.s. dollars": "USD",
    "us dollars": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP",
    "pounds": "GBP", "pounds sterling": "GBP", "r$": "BRL", "brl": "BRL", "reais": "BRL", "real": "BRL", "₽": "RUB",
    "rub": "RUB", "руб": "RUB", "руб.": "RUB", "рублей": "RUB", "рубля": "RUB", "рубль": "RUB", "chf": "CHF",
    "franken": "CHF", "c$": "CAD", "cad": "CAD", "a$": "AUD", "aud": "AUD", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
    "mxn": "MXN", "pesos": "MXN", "dólares": "USD", "dólares estadounidenses": "USD", "долларов": "USD",
    "евро": "EUR", "libras": "GBP", "bucks": "USD", "₹": "INR", "inr": "INR",
}  # fmt: skip

PERCENTS: Final[tuple[str, ...]] = (
    "%", "percent", "per cent", "prozent", "pour cent", "por ciento", "por cento", "процентов", "процента", "v.h.",
    "percentage points", "percentage point", "pct", "pct.", "prozentpunkte", "prozentpunkten", "prozentpunkt",
    "points de pourcentage", "point de pourcentage", "puntos porcentuales", "punto porcentual", "pontos percentuais",
    "ponto percentual", "процентных пунктов", "процентных пункта", "процентный пункт", "процент",
)  # fmt: skip

STOPWORDS: Final[dict[str, frozenset[str]]] = {
    "en": _words(
        "a an the and or but if of to in on at by for from with without within as is are was were be been "
        "being it its this that these those he she they them his her their i we you my our your me us him who "
        "whom which what when where there here not no nor so than then too very can could may might must "
        "shall should will would do does did has have had having into onto upon over under between after "
        "before during until about against also only own same such both each any all some more most other out "
        "off up down again further once because while see id ex exhibit page pages bates accord compare cf"
    ),
    "de": _words(
        "der die das den dem des ein eine einen einem einer eines und oder aber wenn von zu zum zur in im an "
        "am auf bei für mit ohne als ist sind war waren wird werden wurde wurden es sie er wir ihr ihre sein "
        "seine nicht kein keine so auch nur noch nach vor aus über unter bis dass sich hat haben hatte anlage "
        "seite vgl"
    ),
    "fr": _words(
        "le la les l un une des du de d et ou mais si à au aux en dans par pour sur sous avec sans comme est "
        "sont était étaient être été il elle ils elles nous vous je on se sa son ses leur leurs ce cet cette "
        "ces qui que quoi dont où ne pas plus a ont avait n s y pièce page"
    ),
    "es": _words(
        "el la los las lo un una unos unas de del y o u pero si a al en con sin por para como es son era fue "
        "ser sido se su sus le les que quien cual no más ha han había este esta estos estas ese esa hasta "
        "desde sobre entre documento doc pág página"
    ),
    "pt": _words(
        "o a os as um uma uns umas de do da dos das e ou mas se em no na nos nas com sem por pelo pela para "
        "como é são era foi ser sido se seu sua seus suas lhe que quem qual não mais há ao aos à às este esta "
        "esse essa até desde sobre entre doc fl pág página"
    ),
    "ru": _words(
        "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне "
        "было вот от меня еще ещё нет о из ему теперь когда даже ну ли если уже или ни быть был него до вас "
        "опять вам ведь там потом себя они тут где есть для мы тебя их чем была без г стр л приложение"
    ),
}  # fmt: skip

SAME_WORD: Final[dict[str, str]] = {
    form: base
    for base, forms in {
        "death": "die dies died dying dead deceased", "birth": "born dob", "pay": "pays paid paying payment payments",
        "sell": "sells sold sale sales", "buy": "buys bought purchase purchased purchases",
        "marry": "marries married marriage wedding", "lose": "loses lost loss losses",
        "sterben": "starb verstarb gestorben verstorben tod", "zahlen": "zahlte gezahlt zahlung bezahlt bezahlte",
        "mourir": "mort morte décès décédé décédée", "payer": "paya payé payée paiement versé versement",
        "morir": "murió muerto fallecido falleció fallecimiento", "pagar": "pagó pagado pago pagou paga",
        "умереть": "умер умерла смерть смерти", "оплата": "оплатил оплатила оплачен оплачено уплатил",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Forms of one word, and the noun of a verb, that no rule of endings brings together."""

ALL_STOPWORDS: Final[frozenset[str]] = frozenset().union(*STOPWORDS.values())
