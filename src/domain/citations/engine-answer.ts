/** The state of one check. `error` and `skipped` have no answer; the numbers count `ok` alone. */
export const CHECK_STATES = [
  'ok',
  'no_answer',
  'refused',
  'truncated',
  'sources_missing',
  'error',
  'skipped',
] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** The states of what an engine answered. */
export type AnswerState = Exclude<CheckState, 'error' | 'skipped'>

/** The states of whether the engine looked for pages before it answered. */
export type Retrieval = 'searched' | 'not_searched' | 'unknown'

/** A half-open part of an answer's text, in UTF-16 units. */
export interface TextSpan {
  start: number
  end: number
}

/** An address that an engine named; hostile text, not yet normalised, and maybe no web address at all. */
export interface NamedSource {
  url: string
  title: string | null
  /** The host of the named page, where the address only leads there, as Gemini's do; else null. */
  host: string | null
}

export interface CitedSource extends NamedSource {
  citedText: string | null
  spans: readonly TextSpan[]
  /** Number of places that the engine named and that are not in its text; 0 by default. */
  droppedSpans?: number
}

/** The answer of an engine, in one form for all engines. */
export interface EngineAnswer {
  state: AnswerState
  /** The model that the engine says has answered. */
  servedModel: string | null
  text: string
  retrieval: Retrieval
  searchQueries: readonly string[]
  /** The sources that the answer cites, in its order; an address may come several times. */
  cited: readonly CitedSource[]
  /** The sources that the engine read, cited or not. */
  retrieved: readonly NamedSource[]
  usage: EngineUsage
}

/** The amounts that the vendor counted for an answer; null where the vendor states none. */
export interface EngineUsage {
  inputTokens: number | null
  outputTokens: number | null
  searches: number | null
}
