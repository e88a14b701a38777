import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const nlFacts: FactForms = {
  price: 'Wat kost “$1”?',
  who: 'Wie is $1?',
  prices: [
    [sentence(`${THING} (kost|kosten) (?:slechts |ongeveer |vanaf )?${PRICE}`), 'Hoeveel $2 $l1?'],
  ],
  dates: [
    [
      sentence(
        `${THING} (werd|werden|is|zijn) (?:in|op) ${YEAR} (opgericht|uitgebracht|geopend|gepubliceerd)\\b`,
      ),
      'Wanneer $2 $l1 $3?',
    ],
    [
      sentence(
        `${THING} (werd|werden|is|zijn) (opgericht|uitgebracht|geopend|gepubliceerd) (?:in|op) ${YEAR}`,
      ),
      'Wanneer $2 $l1 $3?',
    ],
    [sentence(`${THING} (vindt|vinden) plaats (?:op|van|in) ${YEAR}`), 'Wanneer $2 $l1 plaats?'],
  ],
  people: [
    [
      sentence(
        `${NAMED} (is|was) (?:de |een |onze )?(?:\\p{Ll}+ )?(?:(?:mede)?oprichter|oprichtster|directeur|voorzitter|burgemeester|minister|hoogleraar|schrijver|schrijfster|dichter|historicus|natuurkundige|wiskundige|filosoof|schilder|zangeres|journaliste?|advocaat|arts)\\b`,
      ),
      'Wie $2 $1?',
    ],
  ],
}
