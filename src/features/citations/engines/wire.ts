import * as z from 'zod'
import { blankHidden } from '../../../domain/citations/blank-hidden.ts'
import { cleanLine } from '../../../domain/html/text.ts'
import { EngineError, type EngineQuestion } from '../../../domain/citations/ask-engine.ts'
import type {
  AnswerState,
  CitedSource,
  EngineAnswer,
  NamedSource,
  TextSpan,
} from '../../../domain/citations/engine-answer.ts'

interface WireRequest {
  /** The path of the request, below the address of the engine. */
  path: string
  /** The body, which is sent as JSON; a request without a body is a GET. */
  body?: object
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}

/** The model, the key and the function by which an adapter sends requests to its engine. */
export interface Wire {
  model: string
  key: string | undefined
  /** The name of the tool for searches, for servers that have several; undefined for the adapter's own. */
  tool: string | undefined
  /** Sends a request, and returns the answer parsed from JSON. Throws EngineError. */
  send(request: WireRequest): Promise<unknown>
}

/** Asks one engine in its own format, once. Throws EngineError. */
export type AskWire = (wire: Wire, question: EngineQuestion) => Promise<EngineAnswer>

export const bearerOf = ({ key }: Pick<Wire, 'key'>): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` }

/** Matches the version at the beginning of a path, such as `/v1`, which the address of an API may also end with. */
const VERSION = /^\/v\d\w*(?=\/)/

/** Joins an address and a path. A version that both have is written once, since people set addresses either way. */
export function engineUrl(
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  const version = VERSION.exec(path)?.[0]
  const isTwice = version !== undefined && base.endsWith(version)
  url.pathname = base + (isTwice ? path.slice(version.length) : path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Makes the schema of a field that an answer may leave out or set to null; both are read as null. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? null)

export const many = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

export const Words = maybe(z.string())

/**
 * The largest count that is read; no answer has more tokens. The bound keeps costs exact, and within a database's whole
 * numbers.
 */
const MAX_COUNT = 10_000_000

/**
 * The schema of a count in an answer. A number that is not whole, or is too large, is read as null; the answer stays
 * valid.
 */
export const Count = maybe(z.int().nonnegative().max(MAX_COUNT)).catch(null)

const MAX_NAMED = 3

/** Reads what an engine sent; unknown fields are allowed. Throws EngineError with the places that have another form. */
export function readShape<S extends z.ZodType>(schema: S, value: unknown, at = ''): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const places = read.error.issues.slice(0, MAX_NAMED).map(({ path }) => placeOf(at, path))
  throw new EngineError('unexpected_shape', `The answer has no such form at ${places.join(', ')}`)
}

const placeOf = (at: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (place, part) =>
      typeof part === 'number' ? `${place}[${part}]` : `${place}${place && '.'}${String(part)}`,
    at,
  ) || 'its whole'

interface Told {
  text: string
  isRefused?: boolean
  isTruncated?: boolean
  /** True where the engine searched, and the answer lacks the sources that it found. */
  lacksSources?: boolean
}

/**
 * Returns the state of an answer: the first that is true of refused, truncated, without text, and without its sources;
 * else `ok`.
 */
export function stateOf({ text, isRefused, isTruncated, lacksSources }: Told): AnswerState {
  if (isRefused) return 'refused'
  if (isTruncated) return 'truncated'
  if (text.trim() === '') return 'no_answer'
  return lacksSources ? 'sources_missing' : 'ok'
}

/** The most characters of an answer's text that are kept. */
export const MAX_TEXT = 400_000
const MAX_SOURCES = 500
const MAX_SEARCHES = 50
const MAX_SEARCH_CHARS = 500
const MAX_TITLE = 500
const MAX_CITED_TEXT = 2_000
/**
 * The most characters of an address; a longer text is not the address of a page. The reader of answers has a narrower
 * bound.
 */
const MAX_ADDRESS = 16_384

/**
 * Cuts each text and list of an answer to its bound. A lone surrogate becomes U+FFFD, which is as long, so that spans
 * stay right.
 */
export function boundedAnswer(answer: EngineAnswer): EngineAnswer {
  return {
    ...answer,
    servedModel: boundedText(answer.servedModel, MAX_TITLE),
    text: blankHidden(answer.text.slice(0, MAX_TEXT).toWellFormed()),
    searchQueries: answer.searchQueries
      .slice(0, MAX_SEARCHES)
      .map((query) => cleanLine(query.slice(0, MAX_SEARCH_CHARS).toWellFormed(), MAX_SEARCH_CHARS)),
    cited: answer.cited
      .filter(hasAddress)
      .slice(0, MAX_SOURCES)
      .map(({ url, title, host, citedText, spans, droppedSpans }) => ({
        url: url.toWellFormed(),
        title: boundedText(title, MAX_TITLE),
        host,
        citedText: boundedText(citedText, MAX_CITED_TEXT),
        ...withinText(spans, droppedSpans),
      })),
    retrieved: distinct(answer.retrieved.filter(hasAddress))
      .slice(0, MAX_SOURCES)
      .map(({ url, title, host }) => ({
        url: url.toWellFormed(),
        title: boundedText(title, MAX_TITLE),
        host,
      })),
  }
}

function withinText(
  spans: readonly TextSpan[],
  dropped = 0,
): Pick<CitedSource, 'spans' | 'droppedSpans'> {
  const kept = spans.every(isWithin) ? spans : spans.filter(isWithin)
  return { spans: kept, droppedSpans: dropped + spans.length - kept.length }
}

const isWithin = ({ end }: TextSpan): boolean => end <= MAX_TEXT

const boundedText = (text: string | null, max: number): string | null =>
  text === null ? null : text.slice(0, max).toWellFormed()

const hasAddress = ({ url }: NamedSource): boolean => url !== '' && url.length <= MAX_ADDRESS

/** Returns the sources with each address once, with the title of its first source. */
function distinct(sources: readonly NamedSource[]): NamedSource[] {
  const byUrl = new Map<string, NamedSource>()
  for (const source of sources) if (!byUrl.has(source.url)) byUrl.set(source.url, source)
  return [...byUrl.values()]
}
