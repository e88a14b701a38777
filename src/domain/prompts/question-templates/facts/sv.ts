import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const svFacts: FactForms = {
  price: 'Vad kostar $l1?',
  who: 'Vem är $1?',
  prices: [[sentence(`${THING} kostar (?:bara |cirka |från )?${PRICE}`), 'Vad kostar $l1?']],
  dates: [
    [
      sentence(
        `${THING} (grundades|släpptes|publicerades|lanserades|invigdes|öppnades) (?:av [^.]{2,60}? )?(?:år |i |den )?${YEAR}`,
      ),
      'När $2 $l1?',
    ],
    [sentence(`${THING} äger rum (?:den |i |från )?${YEAR}`), 'När äger $l1 rum?'],
  ],
  people: [
    [
      sentence(
        `${NAMED} (är|var) (?:en |vår )?(?:\\p{Ll}+ )?(?:(?:med)?grundare|vd|direktör|ordförande|borgmästare|minister|professor|författare|poet|historiker|fysiker|kemist|biolog|matematiker|filosof|målare|sångare|sångerska|journalist|advokat|läkare)(?![\\p{L}])`,
      ),
      'Vem $2 $1?',
    ],
  ],
}
