import { createHash } from 'node:crypto'
import { UNKNOWN_PAGE } from '../../../../db/citations/unknown-page.ts'
import type { CheckWrite, RunQuery } from '../../../../db/citations/run-rows.ts'
import type { AnswerReading, ReadSource } from '../../../domain/citations/answer-reading.ts'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import type { EngineAnswer } from '../../../domain/citations/engine-answer.ts'
import { PLACES_OF_A_RUN, type PlannedCheck } from '../../../domain/citations/run-plan.ts'
import type { RunEngine } from './run-tally.ts'
import type { CheckOutcome } from './ask-patiently.ts'

/** The parts of a check that do not depend on its outcome. */
export interface CheckHead {
  planned: PlannedCheck
  query: RunQuery
  engine: RunEngine
  runNum: number
  id: string
  at: number
}

/** The reason why a check is not asked. */
export type SkipReason = 'engine_down' | 'engine_changed' | 'cost_limit' | 'time_limit'

const NOTHING_READ = {
  is_cited: 0,
  position: null,
  rank_micros: 0,
  own_citations: 0,
  tracked_citations: 0,
  all_citations: 0,
  is_mentioned: null,
  mentions: 0,
  brands_mentioned: 0,
  is_recommended: null,
  sentiment_milli: null,
} as const

const NOTHING_ASKED = {
  served_model: null,
  retrieval: 'unknown',
  latency_ms: 0,
  attempts: 0,
  input_tokens: null,
  output_tokens: null,
  searches: null,
  cost_micros: null,
  error_code: null,
  http_status: null,
  answer_hash: null,
} as const

/** Makes the row of a check of which the engine has answered the question, or failed to. */
export function askedCheck(
  head: CheckHead,
  asked: CheckOutcome,
  {
    reading,
    costMicrosOf,
  }: { reading: AnswerReading | undefined } & Pick<AskableEngine, 'costMicrosOf'>,
): CheckWrite {
  const { answer, failure, attempts, latencyMs } = asked
  const times = { attempts, latency_ms: Math.max(0, Math.round(latencyMs)) }
  if (!answer || !reading) {
    const why = { error_code: failure?.code ?? null, http_status: failure?.httpStatus ?? null }
    const check = { ...NOTHING_READ, ...NOTHING_ASKED, ...headOf(head), ...times, ...why }
    return { check: { ...check, state: 'error' }, sources: [], mentions: [], answer: null }
  }
  const { usage } = answer
  const check = {
    ...NOTHING_ASKED,
    ...headOf(head),
    ...times,
    ...readingOf(reading),
    state: answer.state,
    served_model: answer.servedModel,
    retrieval: answer.retrieval,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    searches: usage.searches,
    cost_micros: costMicrosOf(usage),
    answer_hash: answer.text === '' ? null : hashOf(answer.text),
  }
  return {
    check,
    sources: reading.sources.map(sourceOf),
    mentions: reading.brands.map(({ name, isOwn, mentions }) => ({
      name,
      is_own: isOwn ? 1 : 0,
      mentions,
    })),
    answer: bodyOf(answer, reading),
  }
}

/** Makes the row of a check that is skipped, with the reason. */
export const skippedCheck = (head: CheckHead, reason: SkipReason): CheckWrite => ({
  check: {
    ...NOTHING_READ,
    ...NOTHING_ASKED,
    ...headOf(head),
    state: 'skipped',
    error_code: reason,
  },
  sources: [],
  mentions: [],
  answer: null,
})

const headOf = ({ planned, query, engine, runNum, id, at }: CheckHead) => ({
  at,
  id,
  num: runNum * PLACES_OF_A_RUN + planned.place,
  query_num: query.num,
  engine: engine.engine,
  replica: planned.replica,
  adapter: engine.adapter,
  access: engine.access,
  model: engine.model,
  country: query.country,
  language: query.language,
  branded: query.branded,
  is_fake: engine.engine === 'fake' ? 1 : 0,
})

const flagOrNull = (claim: boolean | null): number | null => (claim === null ? null : Number(claim))

const readingOf = (reading: AnswerReading) => ({
  is_cited: Number(reading.isCited),
  position: reading.position,
  rank_micros: reading.position === null ? 0 : Math.round(1_000_000 / reading.position),
  own_citations: reading.ownCitations,
  tracked_citations: reading.trackedCitations,
  all_citations: reading.allCitations,
  is_mentioned: flagOrNull(reading.isMentioned),
  mentions: reading.mentions,
  brands_mentioned: reading.brands.length,
  is_recommended: flagOrNull(reading.isRecommended),
  sentiment_milli: reading.sentiment && Math.round(reading.sentiment.score * 1_000),
})

const sourceOf = (source: ReadSource): CheckWrite['sources'][number] => ({
  role: source.role,
  url: source.url,
  page_url: source.pageUrl ?? UNKNOWN_PAGE,
  host: source.host,
  domain: source.domain,
  title: source.title,
  cited_text: source.citedText,
  position: source.position,
  spans: JSON.stringify(source.spans.map(({ start, end }) => [start, end])),
  owner: source.owner,
  competitor: source.competitor,
  category: source.category,
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The most searches of an answer that are stored, and the most characters of each; the text of an answer is bounded
 * elsewhere.
 */
const MAX_SEARCHES = 50
const MAX_SEARCH_CHARS = 500

function bodyOf(
  { text, searchQueries }: EngineAnswer,
  { brands, dropped, droppedSpans }: AnswerReading,
): CheckWrite['answer'] {
  const searches = searchQueries.slice(0, MAX_SEARCHES).map((one) => one.slice(0, MAX_SEARCH_CHARS))
  return JSON.stringify({ text, searchQueries: searches, brands, dropped, droppedSpans })
}
