import type { LocaleTexts } from '../prompt-locale.ts'
import { NAMED, PRICE, sentences, THING, YEAR } from './question-forms.ts'

const PLURALS =
  'Anforderungen|Anwendungsfälle|Aufgaben|Beispiele|Einschränkungen|Folgen|Funktionen|Gründe|Kosten|Leistungen|Möglichkeiten|Nachteile|Optionen|Risiken|Schritte|Symptome|Tipps|Unterschiede|Ursachen|Voraussetzungen|Vorteile|Ziele|Zutaten'

/** Verbs behind what they act on, as in `Die Ebbe nutzen`. */
const DOES =
  '(?:installieren|einrichten|erstellen|anlegen|löschen|ändern|konfigurieren|exportieren|importieren|aktivieren|deaktivieren|kündigen|bestellen|herunterladen|hochladen|aktualisieren|verbinden|verwenden|nutzen)'

/** Adjectives by their ends; names of firms end in `e` too. */
const ADJECTIVE =
  '(?:\\p{Lu}\\p{Ll}*(?:elle|ische|liche|ige|ive|ende|ierte|bare|same|lose)|Eigene|Neue|Alte|Weitere|Andere)[ns]?'

/**
 * A question has its verb in the second place; a heading such as `Wie Werkzeuge entstehen`, where the verb comes last, is
 * half a sentence.
 */
const ASKS = '(?:[Ww]as|[Ww]er|[Ww]ie|[Ww]o|[Ww]ann|[Ww]arum|[Ww]ieso|[Ww]eshalb|[Ww]ozu)'
const DEGREE =
  '(?: (?:viele?|lange|oft|gut|hoch|groß|weit|schnell|sicher|teuer|alt)(?: \\p{Lu}\\S+)?)?'
const PRONOUN = '(?:ich|man|wir|[Ss]ie|du|er|es)'
const VERB = `(?:(?:ist|sind|war|waren|wird|werden|wurden?|kann|können|muss|müssen|soll|sollen|sollte|darf|dürfen|will|möchte|haben|hatte|tun|kosten)(?!\\S)|(?!(?:nicht|jetzt|oft|fast|selbst|meist|erst|sonst|mit|seit) )[a-zäöüß]{2,}t(?!\\S)|[a-zäöüß]{3,}e ${PRONOUN}(?!\\S)|[a-zäöüß]{3,}e?n (?:${PRONOUN}|sich|die|diese|unsere|ihre|\\p{Lu}\\S*)(?!\\S))`

export const de: LocaleTexts = {
  quotes: { open: '„', close: '“', innerOpen: '‚', innerClose: '‘' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: 'Lies {{url}} ({{title|quote}}, {{site_name}}).',
    short: 'Lies {{title|truncate:60|quote}} ({{site_name|truncate:40}}).',
    bare: 'Lies die Seite, die unten bei „Source“ steht.',
  },
  kinds: {
    summarize: {
      label: 'Seite zusammenfassen',
      sentence:
        'Fasse die Seite in 5 Stichpunkten zusammen. Übernimm Zahlen und Namen unverändert.',
    },
    key_takeaways: {
      label: 'Das Wichtigste',
      sentence: 'Nenne die wichtigsten Erkenntnisse und für wen jede von Bedeutung ist.',
    },
    explain: {
      label: 'Einfach erklären',
      sentence:
        'Erkläre das Thema {{topic|quote}} anhand der Seite für Einsteiger, mit einem Beispiel.',
    },
    ask: {
      label: 'Frage zur Seite stellen',
      sentence:
        'Beantworte diese Frage anhand der Seite und sage es, wenn die Seite darauf nicht eingeht: {{question|quote}}',
    },
    compare: {
      label: 'Mit anderen Quellen vergleichen',
      sentence:
        'Vergleiche, was die Seite zum Thema {{topic|quote}} sagt, mit zwei anderen unabhängigen Quellen und verlinke alle drei.',
    },
    apply: {
      label: 'Checkliste erstellen',
      sentence:
        'Mache aus den Schritten eine Checkliste für meine Situation; frage mich zuerst nach fehlenden Angaben.',
    },
    critique: {
      label: 'Aussagen prüfen',
      sentence:
        'Welche Aussagen der Seite sollten geprüft werden? Liste sie auf und gib an, wie sich jede prüfen lässt.',
    },
    cite: {
      label: 'Zitieren',
      sentence:
        'Zitiere wörtlich die Definitionen, Zahlen und Aussagen der Seite, die es wert sind. Wenn du die Seite verwendest, gib als Quelle {{canonical_url}} an.',
    },
    translate: {
      label: 'Kernaussagen übersetzen',
      sentence:
        'Übersetze die Kernaussagen der Seite in meine Sprache; frage nach, wenn unklar ist, welche das ist.',
    },
  },
  citeShort:
    'Zitiere wörtlich die Definitionen, Zahlen und Aussagen der Seite, die es wert sind. Wenn du die Seite verwendest, gib ihre URL als Quelle an.',
  typeNames: {
    article: 'Artikel',
    docs: 'Dokumentation',
    howto: 'Anleitung',
    faq: 'Fragen und Antworten',
    product: 'Produkt',
    category: 'Übersicht',
    listing: 'Liste',
    pricing: 'Preise',
    landing: 'Startseite',
    event: 'Veranstaltung',
    recipe: 'Rezept',
    profile: 'Profil',
    legal: 'Rechtstext',
    other: 'Seite',
  },
  usual: {
    productFit: 'Für wen eignet sich {{product}}?',
    productCost: 'Was kostet {{product}}, und was ist enthalten?',
    plan: 'Welcher Tarif passt zu welchem Bedarf?',
    when: 'Wann und wo findet {{title|quote}} statt?',
    join: 'Wie kann ich an {{title|quote}} teilnehmen?',
    ingredients: 'Welche Zutaten brauche ich für {{title|quote}}?',
    duration: 'Wie lange dauert die Zubereitung von {{title|quote}}?',
    knownFor: 'Wofür ist {{title|quote}} bekannt?',
    plainLegal: 'Was bedeutet dieser Text für mich in einfachen Worten?',
    offer: 'Was bietet {{site_name}}, und für wen?',
    behind: 'Wer steht hinter {{site_name}}?',
    contact: 'Wie erreiche ich {{site_name}}?',
  },
  questions: {
    readings: [
      [new RegExp(`^(${ASKS}${DEGREE} ${VERB}(?: [^?]+)?)$`, 'u'), '$1?'],
      [new RegExp(`^([Ww]elche[rsnm]? (?!.*\\p{Lu}\\S* ${PRONOUN} )[^?]+)$`, 'u'), '$1?'],
      [/^unterschiede? zwischen ([^?]+)$/i, 'Was ist der Unterschied zwischen $1?'],
      [/^([^?:]{2,40}) (?:vs\.?|versus) ([^?:]{2,40})$/i, 'Worin unterscheiden sich $1 und $2?'],
      [new RegExp(`^(?:die |ihre |unsere )?(${PLURALS})$`, 'i'), 'Welche $1 gibt es?'],
      [new RegExp(`^(?:die )?(${PLURALS}) ((?:für|bei) [^?]+)$`, 'i'), 'Welche $1 $2 gibt es?'],
      [new RegExp(`^(?:die )?(${PLURALS}) ((?:von|der|des) [^?]+)$`, 'i'), 'Was sind die $1 $2?'],
    ],
    ofPage: [
      [/^installation$/i, 'Wie installiere ich $1?'],
      [/^erste schritte$/i, 'Wie fange ich mit $1 an?'],
      [/^fehlerbehebung$/i, 'Was kann ich tun, wenn $1 nicht funktioniert?'],
    ],
    steps: [
      [
        /^((?:den|die|das|einen|eine|ein|alle|ihre?n?) [^?]+ [a-zäöü]+e?[rl]?n)$/i,
        'Wie kann ich $l1?',
      ],
      // What a noun is like has a small letter in a sentence.
      [new RegExp(`^(${ADJECTIVE} \\p{Lu}[^?]* ${DOES})$`, 'u'), 'Wie kann ich $v1?'],
      [new RegExp(`^([^?]+ ${DOES})$`), 'Wie kann ich $1?'],
    ],
    definition:
      /^(?<term>(?:(?:Der|Die|Das|Ein|Eine) )?\p{Lu}\S*(?: (?!ist\b|sind\b)\S+){0,3}) (?:ist|(?<many>sind)) (?:ein|eine|der|die|das|einer|eines)\b/u,
    meaning: 'Was ist $a1?',
    meaningOfMany: 'Was sind $a1?',
    invitation:
      /^(?:bereit|(?:noch |sie sind |bist du )?(?:unsicher|nicht sicher)|welche[rsnm]? [^?]{2,60} für (?:ihr\w*|dein\w*) [^? ]+(?= ?\?)|[^?]{2,60} (?:passt|passen) zu (?:ihr\w+|dein\w+) [^? ]+(?= ?\?)|interesse|fragen|noch fragen|lust|(?:haben|sind|brauchen|kennen|suchen|möchten|wollen|planen|leiden|glauben|wussten|wurden|waren) sie|(?:hast|bist|brauchst|kennst|suchst|möchtest|willst|planst|leidest|glaubst|wusstest|wurdest|warst) du|sie (?:suchen|haben|sind|möchten|wollen)|und|oder|aber|was ist (?:dein|deine|ihr|ihre) (?:budget|ziel|größte|traum|situation)|wie viel\w* [^?]{2,30} (?:hast du|haben sie)(?= ?\?)|was (?:möchtest|willst) du|was möchten sie|welche\w* [^?]{2,30} passt zu (?:dir|ihnen))\b/i,
    asks: /\b(?:wer|wen|wem|wessen|was|wie|wo|woher|wohin|womit|wofür|worum|woran|worin|wozu|wann|warum|wieso|weshalb|inwie\w+|welch\w+|(?:ab|bis|seit|für|mit|von|bei|aus|zu|in|an|um) w[aeo]\w+)\b|^(?:ist|sind|war|hat|habe[n]?|kann|können|darf|dürfen|muss|müssen|soll\w*|wird|werden|gibt|gilt|gelten|brauch\w+|lohnt|reicht|will|wollen|möchte\w*|geht|zählt)\b|^\p{Lu}\p{Ll}+(?:t|en|e) (?:ich|man|es|sie|er|der|die|das|ein\w*|mein\w*)\b/iu,
    points: 'Was sind die wichtigsten Aussagen von „$1“?',
    gist: 'Worum geht es im Artikel „$1“?',
    says: 'Was steht bei $2 über „$1“?',
    pageSays: 'Was sagt die Seite über „$1“?',
    use: 'Wofür ist $1 da?',
    facts: {
      price: 'Was kostet „$1“?',
      who: 'Wer ist $1?',
      prices: sentences([
        [`${THING} (kostet|kosten) (?:nur |etwa |rund |ab |derzeit )?${PRICE}`, 'Wie viel $2 $l1?'],
      ]),
      dates: sentences([
        [
          `${THING} (wurde|wurden) ${YEAR}[^.]{0,60}? (gegründet|veröffentlicht|eröffnet|erbaut|eingeweiht)\\b`,
          'Wann $2 $l1 $3?',
        ],
        [
          `${THING} (findet|finden) (?:am|vom|im) ${YEAR}[^.]{0,60}? statt\\b`,
          'Wann $2 $l1 statt?',
        ],
      ]),
      people: sentences([
        [
          `${NAMED} (ist|war) (?:der |die |ein |eine |unser |unsere )?(?:\\p{Ll}+ ){0,2}(?:(?:Mit)?[Gg]ründer|Geschäftsführer|Vorsitzende|Direktor|Präsident|Professor|Bürgermeister|Minister|Schriftsteller|Dichter|Historiker|Physiker|Chemiker|Biologe|Biologin|Mathematiker|Philosoph|Maler|Sänger|Journalist|Rechtsanw[aä]lt|Ärztin|Arzt)(?:in|r)?\\b`,
          'Wer $2 $1?',
        ],
      ]),
    },
  },
}
