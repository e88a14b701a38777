import type { QuestionForms } from './question-forms.ts'

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

export const deQuestions: QuestionForms = {
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
}
