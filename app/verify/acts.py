"""Words of different make for one act or thing of the law: "filed" and "lodged", "loyer" and "bail"; by their stems."""

import re
from functools import lru_cache
from typing import Final

_STEMS: Final[dict[str, str]] = {
    "sign": "firma$ firmou sign execut unterzeichn unterschr firmó firmad firmar suscri assin подпис",
    "conclude": "entered geschlossen abgeschlossen schloss conclu celebr заключ",
    "send": "posted$ schickte sandte verschickt adressé adressa transmi mandó remeti$ remeteu enviou выслал sent$ "
    "send mail dispatch forward wired wire$ versand abgesandt gesendet geschickt envoy expédi envia envió remiti "
    "направ отправ",
    "receive": "erhielt bekam bekommen zuging reçoi recevoi recib receiv receipt arriv reach got$ erhalten "
    "empfang eingegangen zugegang reçu receb получ поступ",
    "serve": "serving zustell remis$ remise entregó$ notificó notificou serve service zugestellt signifié "
    "notificad intimad вруч",
    "deliver": "übergab remis$ remise доставка привез привёз deliver arriv handed übergeb ausgehändigt geliefert "
    "liefer livr entreg доставл переда поставл",
    "pay": "settled$ überweis zahlte zahlt$ acquitt abonó liquid pagó платил платёж платеж внес paid pay$ pays "
    "paying payment remit cleared bezahl gezahlt zahlung überwies payé paiement payer verse versé régl paga pago "
    "abonad abono оплат оплач выплат выплач уплач уплат заплат",
    "due": "due$ payable owe$ owed owing fällig zahlbar échéance échu exigible venc срок",
    "rest": "rest$ balance outstanding unpaid remain arrears saldo solde reste$ offen rückstand остат задолж",
    "begin": "fing$ aufgenommen démarr arranc principi begin began begun start commenc effective onset opened "
    "baubeginn début inici empez comenz começ начал начат начин",
    "end": "ending cancel aufgehoben rescisión rescisão encerr расторж прекра end$ ended ends expir until ende$ "
    "endet gekünd künd beend résil rescind fin$ termin extin расторг оконч истек истёк",
    "complete": "done$ carried perform conducted abgeschlossen ausgeführt durchgeführt achev réalis effectu "
    "exécuté termin ejecut realiz executad выполн complet finish fertig vollend concluíd заверш законч",
    "hire": "angestellt embauch нанял принят hire$ hired hiring employ engag retain appoint recruit eingestellt "
    "contratad contrató нанят",
    "dismiss": "sacked terminat layoff gekündigt kündig congédi cesad fired dismiss discharg despid desped "
    "licenci demit уволен entlass separat",
    "inspect": "checked looked toured begutacht untersuch inspizier prüft constat revis vistori inspec проверил "
    "проверк saw$ seen$ visit examin attend survey walked besichtig ortstermin girada осмотр",
    "operate": "operat operier surg procedure perform durchgeführt",
    "answer": "rispost beantwort respuesta resposta answer repl respon antwort erwider répon contest ответ",
    "write": "schrift verfasst rédig redact redigi направил wrote writ letter email schrieb schreiben brief écri "
    "lettre courriel escrib carta escrev mensag писа письм",
    "file": "eingelegt introdui presenta$ presentó ajuiz protocol filed filing lodg submi eingereicht dépos "
    "presentad interpu пода",
    "approve": "authoriz bewillig autoris autoriz разреш approv genehm approuv aprob aprov одобр",
    "reject": "reject declin refus deny denied denial abgelehnt lehn ablehn rechaz recus negou отказ",
    "issue": "issu grant ausgestellt délivr expedi emit выдан erstatt составл",
    "accept": "accept abnahme abgenommen réception recepción recepção приём",
    "buy": "buy bought purchas kauf gekauft achat achet compr купл купи",
    "sell": "sell sold sale$ sales verkauf vend прода",
    "rent": "rent$ rental rents miete loyer alquiler renta$ aluguel аренд",
    "earn": "wage earn gehalt lohn salair sueldo salar зарплат оклад",
    "cost": "amount$ amounts betrag importe cost charg bill invoic price koste coût custo стоим стоил обойд "
    "berechn rechnung factur honorar fee$ fees honorai цен",
    "fee": "fee$ fees honorar honorai экспертиз",
    "total": "total sum$ altogether overall gesamt insgesamt summe somme montant всего итого сумм",
    "deposit": "deposit kaution anzahl acompte dépôt fianza señal sinal$ entrada caução обеспечит задат аванс",
    "repair": "repair répar repar ремонт mend reprise",
    "remedy": "fix$ fixed remed cure behob beseitig lever lèver levé subsan sanear устран замен",
    "marry": "marri wedding heirat mariage matrimon casament брак",
    "die": "died death dead deceas starb verstorb tod$ décès décéd mort$ falleci muert мор умер смерт",
    "stop": "stop fail broke$ broken breakdown ausgefall gebroch arrêt falló pane",
    "lose": "lost$ loss lose$ verlust perte pérdida perda убыт",
    "decide": "decid decision order$ ordered rul judgment urteil jugement sentencia sentença решен",
    "propose": "offer propos angebot offre ofrec oferec предлож",
    "demand": "demand claim request requir verlang forder réclam reclam exig требов претенз",
    "report": "report gutachten rapport informe laudo заключен",
    "notify": "reported$ inform advis warn announc anzeig zeigte schriftlich mitgeteilt benachrichtig avis "
    "prévenu comunic извест сообщил notice notif mitteil уведом претенз",
    "say": "sagt$ angegeben affirm indiqu manifest dice$ diz$ afirm говор said testif stated wrote told complain "
    "admit conced explain reply replied answer respon schrieb sagte erklär antwort erwider mitget écri dit$ déclar "
    "répond signal dijo escrib declar contest avis disse escrev сказал написал сообщ ответ заяв",
    "net": "net$ nett neto líquido liquido нетто чист",
    "gross": "gross brut брутто",
    "hourly": "hour$ hourly stündlich stunde heure horaire hora$ час$ часов",
    "daily": "day$ daily täglich tag$ jour$ journalier quotidien diario diária dia$ день сутки ежедн",
    "weekly": "week$ weekly wöchentlich woche$ semaine hebdomadaire semana$ semanal недел еженед",
    "monthly": "month$ monthly monatlich monat$ mois$ mensuel mensual mensal mes$ mês$ месяц ежемес",
    "yearly": "year$ yearly annual jährlich jahr$ année annuel anual año$ ano$ годов ежегод",
    "withdraw": "withdr zurückgezog zurückzieh retir отозв",
    "insure": "insur versicher assur asegur segur страх",
    "plan": "schedul appoint follow return next$ expect",
    "leave": "moved vacat auszog ausgezogen desocup desaloj покину выехал left$ leave$ discharg depart verließ "
    "quitt salida saiu saíd",
    "fall": "dropp caí$ fell$ fall$ slip tripp stürzt gestürzt gefallen tomb chut cayó caíd resbal caiu escorreg "
    "упал паден",
    "break": "broke$ broken break$ crack leak burst ruptur fractur gebrochen brach$ leck undicht cassé rompu "
    "fuite rompió roto$ rota$ fuga quebr vazamento сломал лопнул теч протек",
    "admit": "admitted$ admission aufgenommen aufnahme einliefer hospitalis ingres intern госпитал",
    "build": "built build errichtet eingebaut instal constru установ",
    "order": "order$ ordered bestell command pedid pidió encarg заказ",
    "fix": "set$ fixed$ scheduled anberaumt terminiert fixé fijó fijad marcad назнач",
    "return": "return zurückgegeben rückgabe restitu rendu devol devuel вернул возврат",
    "increase": "rais increas erhöht erhöhung augment aument incremen повыш увелич",
    "reduce": "lower cut$ discount ermäßig gesenkt minder rédui réduc rebaj redu сниз уменьш скид",
    "born": "born birth geboren naiss né$ née$ nació nacid nasc родил рожд",
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
