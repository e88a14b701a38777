/**
 * A request as the record holds it. The parts that differ from run to run are in angle brackets, as in `<site:coast>`:
 * ids by their names, credentials as `<secret:owner>`, and parts of answers before it as `<kept:cursor>`.
 */
export interface RequestOfRecord {
  /** The name of the request, which no other request of the record has. */
  name: string
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: BodyOfRecord
  /**
   * Parts of the answer for later requests, by their names: a JSON pointer, the name of a header behind `header:`, or a
   * pattern with one group, behind `match:` for the body and behind `match-location:` for where it leads.
   */
  keep?: Readonly<Record<string, string>>
}

/** A text, a text that is packed or repeated, or bytes in base64. */
export type BodyOfRecord =
  string | { gzip: string } | { repeat: string; times: number } | { base64: string }

/** The answer in the form in which two answers are compared. */
export interface AnswerOfRecord {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Entry {
  request: RequestOfRecord
  answer: AnswerOfRecord
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes the header of a credential by its name; `none` has no header. */
export const bearer = (secret: string): Record<string, string> =>
  secret === 'none' ? {} : { authorization: `Bearer <secret:${secret}>` }

/** Makes a request with a body in JSON. */
export const withJson = (
  request: Omit<RequestOfRecord, 'body'>,
  value: unknown,
): RequestOfRecord => ({
  ...request,
  headers: { ...JSON_TYPE, ...request.headers },
  body: JSON.stringify(value),
})

type QueryValue = string | number | boolean

/** Writes a query; the texts in angle brackets are left to the run. */
export function writeQuery(fields: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodePart(String(value))}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const encodePart = (text: string): string =>
  text.replaceAll(/<[a-z]+:[^<>\s]+>|[^<]+|</g, (part) =>
    REFERENCE.test(part) ? part : encodeURIComponent(part),
  )

const REFERENCE = /^<[a-z]+:[^<>\s]+>$/

/** Replaces the texts in angle brackets. `find` returns undefined for a text that is not known. */
export function expand(
  text: string,
  find: (kind: string, name: string) => string | undefined,
): string {
  return text.replaceAll(/<([a-z]+):([^<>\s]+)>/g, (whole, kind: string, name: string) => {
    const value = find(kind, name)
    if (value === undefined) throw new MissingReferenceError(whole)
    return value
  })
}

/** A request names something that the world, or an answer before it, does not have. */
export class MissingReferenceError extends Error {
  constructor(reference: string) {
    super(`${reference} is not known`)
    this.name = 'MissingReferenceError'
  }
}
