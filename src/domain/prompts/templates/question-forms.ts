/** How questions are put in one language. */
export interface QuestionForms {
  /**
   * What the heading of a section, or the title of a page, asks when it is read as a question: the first pattern that
   * fits decides; `null` says that such a heading asks nothing. `$1` is what a pattern took; `$l1` the same with a
   * small first letter unless it is a name, `$a1` with one where it begins with an article, and `$v1` with one in any case,
   * for verbs. Patterns are anchored, and headings are short.
   */
  readings: readonly (readonly [pattern: RegExp, question: string | null])[]
  /** Readings of headings that stand on many pages: `$1` is the name of what the page is about. */
  ofPage?: readonly (readonly [pattern: RegExp, question: string])[]
  /** Readings that only hold where the page gives instructions. */
  steps: readonly (readonly [pattern: RegExp, question: string])[]
  /** The beginning of a sentence that defines `$<term>`, with the verb of several things in `$<many>`. */
  definition: RegExp
  /** Asks for that definition. */
  meaning: string
  /** Asks for that of several things, where that is put otherwise. */
  meaningOfMany?: string
  /** Questions that invite rather than ask (`Ready to start?`). */
  invitation: RegExp
  /** What a question of this language has in it, where a fragment may also end in a question mark. */
  asks?: RegExp
  /** Elisions and the like, for questions that were put together. */
  mend?: readonly (readonly [pattern: RegExp, text: string])[]
  /** Asks what a name of code, `$1`, is for. */
  use: string
  /** What a page asks itself and how it is put better, such as an infinitive. */
  own?: readonly (readonly [pattern: RegExp, question: string])[]
  /** Asks about an article without parts, whose title is `$1`. */
  gist: string
  /** Asks about an article of several parts, whose title is `$1`. */
  points: string
  /** Asks what the site `$2` says about `$1`. */
  says: string
  /** Asks the same of a site without a name. */
  pageSays: string
  /** What a text of it says of prices, dates and people. */
  facts: FactForms
}

/** A sentence that states a fact, and the question that it answers; `$1`, `$2` and `$l1` are as in readings of headings. */
type FactForm = readonly [sentence: RegExp, question: string]

/** Sentences that state facts; what is asked about is the first group of a sentence. */
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

/** Makes patterns of the beginnings of sentences. */
export const sentences = (forms: readonly (readonly [form: string, question: string])[]) =>
  forms.map(([form, question]): FactForm => [new RegExp(`^${form}`, 'u'), question])
