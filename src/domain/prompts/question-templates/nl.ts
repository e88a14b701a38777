import type { QuestionForms } from './question-forms.ts'

const PLURALS =
  "beperkingen|eisen|functies|gevolgen|ingrediënten|kosten|mogelijkheden|nadelen|oorzaken|opties|redenen|risico[’']s|stappen|tips|vereisten|verschillen|voordelen|voorwaarden"

export const nlQuestions: QuestionForms = {
  readings: [
    [/^((?:wat|wie|waar|wanneer|waarom|hoe|welke?) [^?]+)$/i, '$1?'],
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
