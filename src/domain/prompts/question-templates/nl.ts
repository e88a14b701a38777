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
    [/^installatie$/i, 'Hoe verloopt de installatie?'],
  ],
  steps: [
    [
      /^((?:de |het |een |je |uw )[^?]+ (?:installeren|instellen|maken|aanmaken|verwijderen|wijzigen|configureren|downloaden|bijwerken|gebruiken|toevoegen|exporteren|importeren))$/i,
      'Hoe kan ik $l1?',
    ],
  ],
  definition:
    /^(?<term>(?:(?:De|Het|Een) )?\p{L}\S*(?: (?!is\b|zijn\b|die\b|dat\b)\S+){0,3}) (?:is|zijn) (?:een|de|het) /u,
  meaning: 'Wat is $l1?',
  invitation:
    /^(?:klaar|interesse|vragen|hulp nodig|zoekt u|zoek je|wilt u|wil je|heeft u|heb je|en|of|maar)\b/i,
  points: 'Wat zijn de hoofdpunten van “$1”?',
  gist: 'Waar gaat “$1” over?',
  use: 'Waarvoor dient $1?',
}
