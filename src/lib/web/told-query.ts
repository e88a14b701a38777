/** The most parameters of an address that the widget sends. */
export const MAX_TOLD = 4
const MAX_CHARS = 64

/** Matches a mail address, a web address, a text that becomes one if it is decoded once more, or an IP address. */
const ADDRESS =
  /@|%40|%2f|\/\/|www\.|\.[a-z]{2,}(?::\d+)?\/|^\d+(?:\.\d+){3}$|^(?=.*(?:::|\w{3}:))[\da-f]*(?::[\da-f]*){2,}$/i
/**
 * Matches letters and digits in one long run, or a UUID; no look ahead is longer than the run, so that the cost does
 * not grow with the square of a long text.
 */
const TOKEN = /(?=[a-z]{0,15}\d)(?=\d{0,15}[a-z])[a-z\d]{16}|[\da-f]{8}(?:-[\da-f]{4}){3}/i
/**
 * Matches letters that keep changing between small letters and capitals or digits, as base64 does; a name of several
 * words changes once a word.
 */
const MIXED = /(?:[a-z]{1,2}[_-]?[A-Z\d][A-Z\d_-]*){5}/

/** Returns true for a text that looks like a token or an address, which could let a stranger in or name a person. */
export const looksPrivate = (value: string): boolean =>
  [ADDRESS, TOKEN, MIXED].some((shape) => shape.test(value))

/** Returns true for the value of a parameter that may leave the browser: a short one that does not look private. */
const isTellable = (value: string): boolean => value.length <= MAX_CHARS && !looksPrivate(value)

/**
 * Returns a query with the first four of the named parameters, except those with long or private values, sorted by name
 * and in one spelling; empty where none is left. The widget sends this to its server, and the server finds a page by
 * it.
 */
export function toldQuery(search: string, names: readonly string[]): string {
  const told = [...new URLSearchParams(search)].filter(
    ([name, value]) => names.includes(name) && isTellable(value),
  )
  return writtenQuery(told.slice(0, MAX_TOLD))
}

/** Returns the query of some parameters, sorted by name and in one spelling, with `?`; empty without parameters. */
export function writtenQuery(pairs: [name: string, value: string][]): string {
  const query = new URLSearchParams(pairs)
  query.sort()
  return pairs.length > 0 ? `?${query.toString()}` : ''
}
