/** A sentence that states a fact, and the question that it answers; `$1`, `$2` and `$l1` are as in readings of headings. */
type FactForm = readonly [sentence: RegExp, question: string]

/** What a text says of prices, dates and people in one language. What is asked about is the first group of a sentence. */
export interface FactForms {
  /** Asks for the price of what a heading names, of one thing or several. */
  price: string
  /** Asks about a person by the name. */
  who: string
  prices: readonly FactForm[]
  dates: readonly FactForm[]
  people: readonly FactForm[]
}

/** A thing at the beginning of a sentence. */
export const THING = '([^.,;:!?…()\\[\\]"“”«»„<>|/]{2,60}?)'
const AMOUNT =
  '(?:[$€£¥₹] ?\\d|(?:USD|EUR|GBP|CHF|PLN|SEK) ?\\d|\\d[\\d.,\u00a0 ]{0,12}(?:€|£|zł|kr\\b|[Ee]uros?\\b|dollars?\\b|pounds?\\b|złotych\\b|kronor\\b|USD\\b|EUR\\b|GBP\\b|CHF\\b|PLN\\b|SEK\\b|reais\\b|pesos\\b))'
/** A price is not that of millions. */
export const PRICE = `${AMOUNT}(?![^.]{0,20}(?:mill|mio|mrd|bill|mld|miljo|milh))`
/** The price of what stands above it, at the beginning of a text. */
export const PRICE_FIRST =
  /^(?:(?:from|only|ab|nur|desde|a partir de|solo|dès|à partir de|vanaf|slechts|od|tylko|från|bara) )?(?:[$€£¥₹₩₺] ?\d|\d[\d.,\u00a0 ]{0,12}(?:[€£₺円元원]|zł|kr(?![\p{L}])|TL(?![\p{L}])|EUR|USD|GBP|CHF|PLN|SEK))/iu
/** A year, and what of a date stands before it. */
export const YEAR = '(?:[^.]|(?<=\\d)\\.){0,40}\\b(?:1[5-9]|20)\\d\\d\\b'
/** A given name and a family name. */
export const NAMED =
  "(\\p{Lu}[\\p{Ll}’'-]+(?: (?:\\p{Lu}\\.|van|von|de|del|della|di|da|dos|la|le|der|den|ter|bin|al))*(?: \\p{Lu}[\\p{L}’'-]+){1,2})"

/** The beginning of a sentence. */
export const sentence = (form: string): RegExp => new RegExp(`^${form}`, 'u')
