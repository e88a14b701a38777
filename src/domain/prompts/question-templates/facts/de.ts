import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const deFacts: FactForms = {
  price: 'Was kostet „$1“?',
  who: 'Wer ist $1?',
  prices: [
    [
      sentence(`${THING} (kostet|kosten) (?:nur |etwa |rund |ab |derzeit )?${PRICE}`),
      'Wie viel $2 $l1?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING} (wurde|wurden) ${YEAR}[^.]{0,60}? (gegründet|veröffentlicht|eröffnet|erbaut|eingeweiht)\\b`,
      ),
      'Wann $2 $l1 $3?',
    ],
    [
      sentence(`${THING} (findet|finden) (?:am|vom|im) ${YEAR}[^.]{0,60}? statt\\b`),
      'Wann $2 $l1 statt?',
    ],
  ],
  people: [
    [
      sentence(
        `${NAMED} (ist|war) (?:der |die |ein |eine |unser |unsere )?(?:\\p{Ll}+ ){0,2}(?:(?:Mit)?[Gg]ründer|Geschäftsführer|Vorsitzende|Direktor|Präsident|Professor|Bürgermeister|Minister|Schriftsteller|Dichter|Historiker|Physiker|Chemiker|Biologe|Biologin|Mathematiker|Philosoph|Maler|Sänger|Journalist|Rechtsanw[aä]lt|Ärztin|Arzt)(?:in|r)?\\b`,
      ),
      'Wer $2 $1?',
    ],
  ],
}
