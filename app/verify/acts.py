"""Words of different make for one act or thing of the law: "filed" and "lodged", "loyer" and "bail"; by their stems."""

import re
from functools import lru_cache
from typing import Final

_STEMS: Final[dict[str, str]] = {
    "sign": "sign execut unterzeichn unterschr signé signa firmó firmad firmar suscri assin подпис",
    "conclude": "entered concluded geschlossen abgeschlossen schloss conclu celebr заключ",
    "send": "sent$ send mail dispatch forward transmit wired wire$ versand abgesandt gesendet geschickt envoy "
    "expédi envia envió remiti направ отправ",
    "receive": "receiv receipt arriv reach got$ erhalten erhielt empfang eingegangen zugegang reçu recib receb получ "
    "поступ",
    "serve": "serve service zugestellt signifié notificad intimad вруч",
    "deliver": "deliver arriv handed übergeb übergabe ausgehändigt geliefert liefer livr entreg доставл переда поставл",
    "pay": "paid pay$ pays paying payment remit cleared bezahl gezahlt zahlung überwies payé paiement payer "
    "verse versé régl pagó paga pago abonad abono abonó оплат уплат заплат",
    "due": "due$ payable owe$ owed owing fällig zahlbar échéance échu exigible venc срок",
    "rest": "balance outstanding unpaid remain arrears saldo solde reste$ offen rückstand остат задолж",
    "begin": "begin began begun start commenc effective onset opened begann beginn baubeginn commenc début inici "
    "empez comenz começ начал начат начин",
    "end": "end$ ended ends expir terminat until ende$ endet endete gekünd künd beend résil rescind fin$ termin "
    "extin расторг оконч истек истёк",
    "complete": "complet finish fertig vollend achev concluíd заверш законч",
    "hire": "hire$ hired hiring employ engag retain appoint recruit eingestellt embauch contratad contrató "
    "нанят",
    "dismiss": "fired dismiss discharg despid desped licenci demit уволен entlass separat",
    "inspect": "saw$ seen$ inspect visit examin attend survey walked besichtig ortstermin vistori girada осмотр "
    "осмотрел",
    "operate": "operat surg procedure perform durchgeführt",
    "answer": "answer repl respon antwort erwider répon répond contest respond ответ",
    "write": "wrote writ letter email schrieb schreiben brief écri lettre courriel escrib carta escrev mensag писа "
    "письм",
    "file": "filed filing lodg submi eingereicht déposé dépos presentó presentad protocol interpu подан подал "
    "пода",
    "approve": "approv genehm approuv aprob aprov одобр",
    "reject": "reject declin refus deny denied denial abgelehnt lehn ablehn rechaz recus negou отказ",
    "issue": "issu grant ausgestellt délivr expedi emiti emit выдан erstatt составл",
    "accept": "accept abnahme abgenommen réception recepción recepção приём",
    "buy": "buy bought purchas kauf gekauft achat achet compr купл купи",
    "sell": "sell sold sale$ sales verkauf vend прода",
    "rent": "rent$ rental rents miete mieten loyer alquiler renta$ aluguel аренд",
    "earn": "salary salaries wage earn gehalt lohn salair sueldo salar зарплат оклад",
    "cost": "cost charg bill invoic price kosten kostet koste coût coûte costó costar custo стоим стоил обойд "
    "berechn rechnung factur honorar fee$ fees honorai цен",
    "fee": "fee$ fees honorar honorai экспертиз",
    "total": "total sum$ altogether overall gesamt insgesamt summe somme totali montant всего итого сумм",
    "deposit": "deposit kaution anzahl acompte dépôt fianza señal sinal$ entrada caução обеспечит задат аванс",
    "repair": "repair reparat répar repar ремонт mend reprise",
    "remedy": "fix$ fixed remed cure cured behob behoben beseitig lever lèver levé subsan sanear устран замен",
    "marry": "marri wedding heirat mariage matrimon casament брак",
    "die": "died death dead deceas starb verstorb tod$ décès décéd mort$ falleci muert мор умер смерт",
    "stop": "stop fail broke$ broken breakdown ausgefall gebroch arrêt fall[óo] pane",
    "lose": "lost$ loss losses lose$ verlust perte pérdida perda убыт",
    "decide": "decid decision order$ ordered rul judgment urteil jugement sentencia sentença решен",
    "propose": "offer propos angebot angebot offre ofrec oferec предлож",
    "demand": "demand claim request requir verlang forder réclam reclam exig требов претенз",
    "report": "report gutachten rapport informe laudo заключен",
    "notify": "notice notif mitteil avis$ aviso уведом претенз",
    "say": "said testif stated wrote told complain admit conced explain reply replied answer respon schrieb "
    "sagte erklär antwort erwider mitget écri dit$ déclar répond signal dijo escrib declar contest "
    "respond avis disse escrev сказал написал сообщ ответ заяв",
    "net": "net$ nett netto neto líquido liquido нетто чист",
    "gross": "gross brut brutto брутто",
    "hourly": "hour$ hourly stündlich stunde heure horaire hora$ час$ часов",
    "daily": "day$ daily täglich tag$ jour$ journalier quotidien diario diária dia$ день сутки ежедн",
    "weekly": "week$ weekly wöchentlich woche$ semaine hebdomadaire semana$ semanal недел еженед",
    "monthly": "month$ monthly monatlich monat$ mois$ mensuel mensual mensal mes$ mês$ месяц ежемес",
    "yearly": "year$ yearly annual jährlich jahr$ année annuel anual año$ ano$ годов ежегод",
    "withdraw": "withdr zurückgezog zurückzieh retir отозв",
    "insure": "insur versicher assur asegur segur страх",
    "plan": "schedul appoint follow return next$ expect",
    "leave": "left$ leave$ discharg depart verließ quitt salida saiu saíd",
    "approach": "contact call$ called phon telephon rang$",
}  # fmt: skip
"""By act or thing: the beginnings of its words in the six languages; ``$`` ends a whole word."""

_BY_START: Final[dict[str, list[tuple[str, str]]]] = {}
for _name, _stems in _STEMS.items():
    for _one in _stems.split():
        _BY_START.setdefault(_one[:2], []).append((_one, _name))


_PARTY: Final = re.compile(
    r"(?:sell|buy|pay|employ|send|deliver|insur|rent|lend|receiv|purchas|offer|examin|report|write|inspect)"
    r"(?:er|or|ee)s?|claimants?|insured|examiners?|(?:ver)?käufer(?:in)?|mieter(?:in)?|vermieter(?:in)?|"
    r"vendeu(?:r|se)s?|acheteu(?:r|se)s?|vendedora?s?|compradora?s?|покупател\w+|продав(?:ец|ц\w+)|арендатор\w*|"
    r"арендодател\w+|получател\w+|отправител\w+"
)
"""Who does or gets it: a party, and no act."""


@lru_cache(maxsize=65536)
def acts_of(word: str) -> frozenset[str]:
    """The acts or things that a word can name; most name none."""
    small = word.casefold()
    if _PARTY.fullmatch(small):
        return frozenset()
    return frozenset(
        name
        for stem, name in _BY_START.get(small[:2], ())
        if (small == stem[:-1] if stem.endswith("$") else small.startswith(stem))
    )
