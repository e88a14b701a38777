import { NAMED, PRICE, sentence, THING, YEAR, type FactForms } from './fact-forms.ts'

export const ptFacts: FactForms = {
  price: 'Qual é o preço de “$1”?',
  who: 'Quem é $1?',
  prices: [
    [
      sentence(
        `${THING} (custa|custam) (?:apenas |só |cerca de |a partir de )?(?:R\\$ ?\\d|${PRICE})`,
      ),
      'Quanto $2 $l1?',
    ],
  ],
  dates: [
    [
      sentence(
        `${THING} (foi|foram) (fundad[oa]s?|criad[oa]s?|publicad[oa]s?|inaugurad[oa]s?|lançad[oa]s?) (?:por [^.]{2,60}? )?em ${YEAR}`,
      ),
      'Quando $2 $3 $l1?',
    ],
    [
      sentence(
        `${THING} (acontece|acontecerá|realiza-se|será realizad[oa]) (?:em|de|no dia) ${YEAR}`,
      ),
      'Quando $2 $l1?',
    ],
  ],
  people: [
    [
      sentence(
        `${NAMED} (é|foi) (?:o |a |um |uma |noss[oa] )?(?:(?:co)?fundador|diretor|presidente|prefeit|ministr|professor|escritor|poet|historiador|físic|químic|biólog|matemátic|filósof|pintor|cantor|jornalista|advogad|médic)[oae]?(?![\\p{L}])`,
      ),
      'Quem $2 $1?',
    ],
  ],
}
