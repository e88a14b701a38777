import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const esFacts: FactForms = {
  price: '¿Cuál es el precio de «$1»?',
  who: '¿Quién es $1?',
  prices: [
    [
      sentence(`${THING} (cuesta|cuestan) (?:solo |sólo |unos |desde |aproximadamente )?${PRICE}`),
      '¿Cuánto $2 $l1?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING} (fue|fueron) (fundad[oa]s?|cread[oa]s?|publicad[oa]s?|inaugurad[oa]s?|lanzad[oa]s?) (?:por [^.]{2,60}? )?(?:en|el) ${YEAR}`,
      ),
      '¿Cuándo $2 $3 $l1?',
    ],
    [
      sentence(`${THING} se (fundó|creó|publicó|inauguró|lanzó) (?:en|el) ${YEAR}`),
      '¿Cuándo se $2 $l1?',
    ],
    [
      sentence(
        `${THING} (se celebra|se celebrará|tiene lugar|tendrá lugar) (?:el|del|en|entre el) ${YEAR}`,
      ),
      '¿Cuándo $2 $l1?',
    ],
  ],
  people: [
    [
      sentence(
        `${NAMED} (es|fue) (?:el |la |un |una |nuestr[oa] )?(?:(?:co)?fundador|director|president|presidente|consejer[oa] delegad|alcalde|ministr|profesor|catedrátic|escritor|poet|historiador|físic|químic|biólog|matemátic|filósof|pintor|cantante|periodista|abogad|médic)[oae]?(?![\\p{L}])`,
      ),
      '¿Quién $2 $1?',
    ],
  ],
}
