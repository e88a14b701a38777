import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const plFacts: FactForms = {
  price: 'Jaka jest cena „$1”?',
  who: 'Kim jest $1?',
  prices: [
    [sentence(`${THING} (kosztuje|kosztują) (?:tylko |około |od )?${PRICE}`), 'Ile $2 $l1?'],
  ],
  dates: [
    [
      sentence(
        `${THING} (został[aoy]?) (założon[aey]|wydan[aey]|opublikowan[aey]|otwart[aey]|zbudowan[aey]) (?:przez [^.]{2,60}? )?w ${YEAR}`,
      ),
      'Kiedy $2 $3 $l1?',
    ],
    [
      sentence(`${THING} (odbędzie|odbędą|odbywa) się (?:w dniu |w |od )?\\d${YEAR}`),
      'Kiedy $2 się $l1?',
    ],
  ],
  people: [
    [
      sentence(
        `${NAMED} (jest|był|była) (?:współ)?(?:założyciel(?:em|ką)|dyrektor(?:em|ką)?|prezes(?:em|ką)?|prezydentem|burmistrzem|ministrem|profesorem|pisark?(?:em|zem|ą)|poet(?:ą|ką)|historyk(?:iem|czką)|fizykiem|chemikiem|biologiem|matematykiem|filozofem|malar(?:zem|ką)|piosenkar(?:zem|ką)|dziennikar(?:zem|ką)|lekar(?:zem|ką))(?![\\p{L}])`,
      ),
      'Kim $2 $1?',
    ],
  ],
}
