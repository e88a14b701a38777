import * as z from 'zod'
import type { CheckSource, ListedCheck } from '../../../../db/citations/citation-reads.ts'
import { CHECK_STATES } from '../../../domain/citations/engine-answer.ts'
import type { CsvForm } from '../../../kernel/reads/list-file.ts'
import { iso } from '../../../lib/time/clock.ts'

/** One answer of an engine to a query, with its numbers but without its words. */
export const CitationCheck = z
  .object({
    id: z.string(),
    runId: z.string(),
    query: z.object({
      id: z.string(),
      text: z.string(),
      branded: z.boolean().describe('It named the site or its brand when it was asked'),
      deleted: z.boolean(),
    }),
    engine: z.string(),
    adapter: z.string(),
    access: z.string().describe('api or serp; an API answers otherwise than the app'),
    model: z.string(),
    servedModel: z.string().nullable().describe('As the engine calls the model that answered'),
    country: z.string().nullable(),
    language: z.string().nullable(),
    replica: z.int(),
    state: z.enum(CHECK_STATES).describe('Numbers count ok alone'),
    retrieval: z.string().describe('searched, not_searched or unknown'),
    cited: z.boolean(),
    position: z.int().nullable().describe('Of the first own address among those cited, from 1 on'),
    ownCitations: z.int(),
    totalCitations: z.int(),
    mentioned: z.boolean().nullable().describe('null where there is no answer to look at'),
    mentionCount: z.int(),
    recommended: z.boolean().nullable(),
    sentiment: z.number().nullable().describe('From -1 to 1, by a lexicon'),
    latencyMs: z.int(),
    attempts: z.int(),
    usage: z.object({
      inputTokens: z.int().nullable(),
      outputTokens: z.int().nullable(),
      searches: z.int().nullable(),
    }),
    costMicros: z.int().nullable().describe('Millionths of a US dollar; null where unknown'),
    error: z.object({ code: z.string(), httpStatus: z.int().nullable() }).nullable(),
    answerSha256: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: 'CitationCheck' })
export type CitationCheck = z.output<typeof CitationCheck>

const yesOrNull = (value: number | null): boolean | null => (value === null ? null : value === 1)

export const toCitationCheck = (row: ListedCheck): CitationCheck => ({
  id: row.id,
  runId: row.runId,
  query: {
    id: row.queryId,
    text: row.queryText,
    branded: row.branded === 1,
    deleted: row.isQueryDeleted === 1,
  },
  engine: row.engine,
  adapter: row.adapter,
  access: row.access,
  model: row.model,
  servedModel: row.servedModel,
  country: row.country,
  language: row.language,
  replica: row.replica,
  state: CHECK_STATES.find((state) => state === row.state) ?? 'error',
  retrieval: row.retrieval,
  cited: row.isCited === 1,
  position: row.position,
  ownCitations: row.ownCitations,
  totalCitations: row.allCitations,
  mentioned: yesOrNull(row.isMentioned),
  mentionCount: row.mentions,
  recommended: yesOrNull(row.isRecommended),
  sentiment: row.sentimentMilli === null ? null : row.sentimentMilli / 1_000,
  latencyMs: row.latencyMs,
  attempts: row.attempts,
  usage: {
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    searches: row.searches,
  },
  costMicros: row.costMicros,
  error: row.errorCode === null ? null : { code: row.errorCode, httpStatus: row.httpStatus },
  answerSha256: row.answerSha256,
  at: iso(row.at),
})

/**
 * The columns of checks that are exported as CSV. Their cells have numbers and words of this service, except for the
 * text of the query.
 */
export const checkCells: CsvForm<CitationCheck> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  run_id: ({ runId }) => runId,
  query_id: ({ query }) => query.id,
  query: ({ query }) => query.text,
  branded: ({ query }) => String(query.branded),
  engine: ({ engine }) => engine,
  access: ({ access }) => access,
  model: ({ model }) => model,
  country: ({ country }) => country,
  language: ({ language }) => language,
  replica: ({ replica }) => replica,
  state: ({ state }) => state,
  retrieval: ({ retrieval }) => retrieval,
  cited: ({ cited }) => String(cited),
  position: ({ position }) => position,
  own_citations: ({ ownCitations }) => ownCitations,
  total_citations: ({ totalCitations }) => totalCitations,
  mentioned: ({ mentioned }) => (mentioned === null ? null : String(mentioned)),
  recommended: ({ recommended }) => (recommended === null ? null : String(recommended)),
  sentiment: ({ sentiment }) => sentiment,
  cost_micros: ({ costMicros }) => costMicros,
  error: ({ error }) => error?.code ?? null,
}

const Spans = z.array(z.tuple([z.int(), z.int()]))

/** An address that an answer cites, or that the engine read for the answer. */
export const AnswerSource = z
  .object({
    role: z.enum(['cited', 'retrieved']),
    url: z.string(),
    domain: z.string(),
    title: z.string().nullable(),
    citedText: z.string().nullable(),
    position: z.int().nullable().describe('Among the distinct cited addresses, from 1 on'),
    spans: Spans.describe('Where it is cited: [start, end) of the answer, in UTF-16 units'),
    owner: z.enum(['own', 'competitor', 'other']),
    competitor: z.string().nullable(),
    category: z.string(),
  })
  .meta({ id: 'AnswerSource' })
export type AnswerSource = z.output<typeof AnswerSource>

export const toAnswerSource = ({ role, owner, spans, ...rest }: CheckSource): AnswerSource => ({
  role: role === 'cited' ? 'cited' : 'retrieved',
  ...rest,
  spans: Spans.parse(JSON.parse(spans)),
  owner: owner === 'own' || owner === 'competitor' ? owner : 'other',
})

/**
 * The stored text of an answer, with its searches and the brands named in it, which is kept as long as the plan keeps
 * it.
 */
const StoredBody = z.object({
  text: z.string(),
  searchQueries: z.array(z.string()),
  brands: z.array(
    z.object({
      name: z.string(),
      isOwn: z.boolean(),
      mentions: z.int(),
      firstOffset: z.int(),
    }),
  ),
  // Answers that were stored by older versions do not have these counts.
  dropped: z.int().nullable().default(null),
  droppedSpans: z.int().nullable().default(null),
})

export const readAnswerBody = (body: string) => StoredBody.parse(JSON.parse(body))
