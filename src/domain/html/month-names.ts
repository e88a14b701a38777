/** Beginnings of the names of months by language, January first, which tell the months apart in all of these languages. */
const MONTHS: Readonly<Record<string, string>> = {
  en: 'jan feb mar apr may jun jul aug sep oct nov dec',
  de: 'jan|jän feb mär|mrz apr mai jun jul aug sep okt nov dez',
  fr: 'jan fév|fev mar avr mai juin juil aoû|aou sep oct nov déc|dec',
  es: 'ene feb mar abr may jun jul ago sep|set oct nov dic',
  pt: 'jan fev mar abr mai jun jul ago set out nov dez',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
  nl: 'jan feb maa|mrt apr mei jun jul aug sep okt nov dec',
  pl: 'sty lut mar kwi maj cze lip sie wrz paź|paz lis gru',
  sv: 'jan feb mar apr maj jun jul aug sep okt nov dec',
  tr: 'oca şub|sub mar nis may haz tem ağu|agu eyl eki kas ara',
}

const MONTH_STARTS: readonly RegExp[] = Array.from({ length: 12 }, (_, month) => {
  const starts = Object.values(MONTHS).map((names) => names.split(' ')[month])
  return new RegExp(`^(?:${starts.join('|')})`)
})

/** The number of a month by its name in lower case, counted from one; 0 for another word. */
export const monthOf = (name = ''): number =>
  MONTH_STARTS.findIndex((pattern) => pattern.test(name)) + 1
