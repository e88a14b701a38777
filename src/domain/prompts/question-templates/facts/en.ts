import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const enFacts: FactForms = {
  price: 'What is the price of $l1?',
  who: 'Who is $1?',
  prices: [
    [
      sentence(`${THING} (?:costs|is priced at) (?:only |just |about |around |from )?${PRICE}`),
      'How much does $l1 cost?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING} (was|were) (?:first )?(founded|established|released|published|launched|opened|built)(?: by [^.]{2,60}?)? (?:in|on) ${YEAR}`,
      ),
      'When $2 $l1 $3?',
    ],
    [sentence(`${THING} will take place (?:in|on|from) ${YEAR}`), 'When will $l1 take place?'],
    [sentence(`${THING} takes place (?:in|on|from) ${YEAR}`), 'When does $l1 take place?'],
  ],
  people: [
    [
      sentence(
        `${NAMED} (is|was) (?:an? |the |our )?(?:\\p{Ll}+ ){0,2}(?:co-founder|founder|CEO|CTO|managing director|director of|president of|mayor|minister|professor|poet|novelist|historian|physicist|chemist|biologist|mathematician|philosopher|painter|singer|journalist|lawyer|physician)\\b`,
      ),
      'Who $2 $1?',
    ],
  ],
}
