import type { QuestionForms } from './question-forms.ts'

const PLURALS =
  "beperkingen|eisen|functies|gevolgen|ingrediënten|kosten|mogelijkheden|nadelen|oorzaken|opties|redenen|risico[’']s|stappen|tips|vereisten|verschillen|voordelen|voorwaarden"

/** A question has its verb in the second place; half a sentence such as `Hoe gereedschap wordt gemaakt` has it later. */
const DEGREE = '(?: (?:lang|vaak|veel|groot|ver|duur|oud|snel|goed|veilig)(?: \\S+)?)?'
const VERB =
  '(?:(?:is|zijn|was|waren|worden|werd|werden|kan|kun|kunnen|moeten|mag|mogen|zal|zullen|wil|willen|hebben|heb|had|doen|gaan|ga|komen|kosten|werken|passen|vind|krijg|maak|gebruik|kies|begin)(?!\\S)|(?!(?:het|niet|dat|met|uit|wat|tot|ooit) )[a-z]{2,}t(?!\\S))'

export const nlQuestions: QuestionForms = {
  readings: [
    [new RegExp(`^((?:wat|wie|waar|wanneer|waarom|hoe)${DEGREE} ${VERB}(?: [^?]+)?)$`, 'i'), '$1?'],
    [/^(welke? \S+ (?!(?:ik|je|jij|u|we|wij|men|ze) )[^?]+)$/i, '$1?'],
    [/^verschil(?:len)? tussen ([^?]+)$/i, 'Wat is het verschil tussen $1?'],
    [new RegExp(`^(?:de |onze )?((?:${PLURALS}) van [^?]+)$`, 'i'), 'Wat zijn de $v1?'],
    [new RegExp(`^(?:de |onze )?(${PLURALS})$`, 'i'), 'Wat zijn de $v1?'],
  ],
  ofPage: [[/^installatie$/i, 'Hoe installeer ik $1?']],
  steps: [
    [
      /^((?:de |het |een |je |uw )[^?]+ (?:installeren|instellen|maken|aanmaken|verwijderen|wijzigen|configureren|downloaden|bijwerken|gebruiken|toevoegen|exporteren|importeren))$/i,
      'Hoe kan ik $l1?',
    ],
  ],
  definition:
    /^(?<term>(?:(?:De|Het|Een) )?\p{L}\S*(?: (?!is\b|zijn\b|die\b|dat\b)\S+){0,3}) (?:is|(?<many>zijn)) (?:een|de|het) /u,
  meaning: 'Wat is $l1?',
  meaningOfMany: 'Wat zijn $v1?',
  invitation:
    /^(?:klaar|interesse|vragen|hulp nodig|(?:zoekt|wilt|heeft|bent|wist|kent|twijfelt|denkt) u|(?:zoek|wil|heb|ben|wist|ken|twijfel|denk) je|en|of|maar|wat (?:is|zijn) (?:je|jouw|uw) (?:budget|doel|grootste|niveau|situatie|droom)|hoeveel [^?]{2,30} (?:heb je|heeft u)(?= ?\?)|wat wil (?:je|u)|welke [^?]{2,30} past bij (?:je|jou|jouw|u))\b/i,
  asks: /\b(?:wie|wat|waar\w*|wanneer|waarom|hoe\w*|welke?|wiens)\b|^(?:is|zijn|was|heeft|hebben|kan|kun|kunnen|mag|mogen|moet|moeten|zal|zou|wordt|worden|wil|willen|doet|doen|gaat|krijg\w*|bestaat|bestaan|geldt|werkt)\b/iu,
  points: 'Wat zijn de hoofdpunten van “$1”?',
  gist: 'Waar gaat het artikel “$1” over?',
  says: 'Wat zegt $2 over “$1”?',
  pageSays: 'Wat zegt de pagina over “$1”?',
  use: 'Waarvoor dient $1?',
}
