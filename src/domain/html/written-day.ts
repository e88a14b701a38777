const ISO = /^\D{0,20}(\d{4})-(\d{2})-(\d{2})/
/** Matches a date with slashes or dots and the year first, so that day and month cannot be swapped. */
const SLASHED = /^\D{0,20}(\d{4})[/.] ?(\d{1,2})[/.] ?(\d{1,2})(?!\d)/
/** `2026年8月1日`, `2026년 8월 1일`. */
const COUNTED = /^\D{0,20}(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号號일]/
const DOTTED = /^\D{0,20}(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/
/** `1 October 2026`, `1. Oktober 2026`, `1 de octubre de 2026`. */
const DAY_FIRST =
  /^\D{0,20}(\d{1,2})(?:st|nd|rd|th|er|[.º°])? (?:de |of )?(\p{L}{3,12})\.?,? (?:del? )?(\d{4})(?!\d)/u
/** `October 1, 2026`, `Thursday, October 1, 2026`. */
const MONTH_FIRST =
  /^[^\d\p{L}]{0,5}(?:on )?(?:\p{L}{3,12}, )?(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?, (\d{4})(?!\d)/u

/**
 * Reads the day at the beginning of a text, such as `2026-10-01`; undefined where none begins in its first characters.
 */
export function readDay(text: string): string | undefined {
  const rest = text.toLowerCase()
  const [, year, month, day] = ISO.exec(rest) ?? COUNTED.exec(rest) ?? SLASHED.exec(rest) ?? []
  if (year !== undefined) return dayOf(year, Number(month), day)
  const dotted = DOTTED.exec(rest)
  if (dotted !== null) return dayOf(dotted[3], Number(dotted[2]), dotted[1])
  const dayFirst = DAY_FIRST.exec(rest)
  if (dayFirst !== null) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = MONTH_FIRST.exec(rest)
  return monthFirst === null
    ? undefined
    : dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
}

/** Writes a day as `2026-10-01`; undefined for a day that does not exist. */
function dayOf(year = '', month = 0, day = ''): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || month === 0 || new Date(at).toISOString().slice(0, 10) !== text
    ? undefined
    : text
}

/**
 * Beginnings of the names of months by language, January first, which tell the months apart in all of these languages.
 */
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

/** Returns the number of a month by its name in lower case, counted from one; 0 for another word. */
const monthOf = (name = ''): number => MONTH_STARTS.findIndex((pattern) => pattern.test(name)) + 1
