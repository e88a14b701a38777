import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const frFacts: FactForms = {
  price: 'Quel est le prix de «\u00a0$1\u00a0»\u00a0?',
  who: 'Qui est $1\u00a0?',
  prices: [
    [
      sentence(`${THING} (coûte|coûtent) (?:seulement |environ |à partir de )?${PRICE}`),
      'Combien $2 $l1\u00a0?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING} (a|ont) été (fondée?s?|créée?s?|publiée?s?|inaugurée?s?|lancée?s?) (?:par [^.]{2,60}? )?(?:en|le) ${YEAR}`,
      ),
      'Quand $2 été $3 $l1\u00a0?',
    ],
    [sentence(`${THING} (a|aura|auront) lieu (?:du|le|en) ${YEAR}`), 'Quand $2 lieu $l1\u00a0?'],
  ],
  people: [
    [
      sentence(
        `${NAMED} (est|était) (?:le |la |l[’']|un |une |notre )?(?:(?:co-?)?fondat(?:eur|rice)|direct(?:eur|rice)|président|maire|ministre|professeure?|écrivaine?|poète|historien|physicien|chimiste|biologiste|mathématicien|philosophe|peintre|chant(?:eur|euse)|journaliste|avocate?|médecin)(?:ne|e)?(?![\\p{L}])`,
      ),
      'Qui $2 $1\u00a0?',
    ],
  ],
}
