import * as z from 'zod'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type {
  CitedSource,
  EngineAnswer,
  NamedSource,
} from '../../../domain/citations/engine-answer.ts'
import { isSpanOf, mergeSpans } from '../../../domain/citations/spans.ts'
import { readChat } from './chat-completion.ts'
import { bearerOf, Count, maybe, readShape, stateOf, Words, type AskWire } from './wire.ts'

const CONTEXT = 'low'

export const PERPLEXITY_SETUP = `chat completions, search context ${CONTEXT}`

const Result = z.object({ url: Words, title: Words })

const Sources = z.object({
  status: Words,
  citations: maybe(z.array(z.string())),
  search_results: maybe(z.array(Result)),
  usage: maybe(z.object({ num_search_queries: Count })),
})

/** Asks Perplexity. Source: https://docs.perplexity.ai/api-reference/chat-completions-post */
export const askPerplexity: AskWire = async (wire, { text, country }) => {
  const body = {
    model: wire.model,
    messages: [{ role: 'user', content: text }],
    web_search_options: {
      search_context_size: CONTEXT,
      ...(country !== null && { user_location: { country } }),
    },
  }
  return readSonar(await wire.send({ path: '/chat/completions', headers: bearerOf(wire), body }))
}

function readSonar(value: unknown): EngineAnswer {
  const { status, citations, search_results: results, usage } = readShape(Sources, value)
  if (status === 'PENDING') {
    throw new EngineError('unexpected_shape', 'The engine answered before it was done')
  }
  const chat = readChat(value)
  const listed = listOf(citations ?? [], results ?? [])
  const isWithout = citations === null && results === null
  const didNotSearch = isWithout && usage?.num_search_queries === 0
  return {
    state: stateOf({ ...chat, lacksSources: isWithout && !didNotSearch }),
    servedModel: chat.model,
    text: chat.text,
    retrieval: didNotSearch ? 'not_searched' : 'searched',
    searchQueries: [],
    cited: citedOf(chat.text, listed, citations ?? []),
    retrieved: listed.filter((source) => source !== undefined),
    // The vendor charges one fee a request.
    usage: { ...chat.usage, searches: 1 },
  }
}

type Listed = readonly (NamedSource | undefined)[]

/**
 * Lists the sources by the numbers of their markers, from 1 on: at each place the result, or where it has none the
 * address.
 */
function listOf(citations: readonly string[], results: readonly z.output<typeof Result>[]): Listed {
  return Array.from({ length: Math.max(citations.length, results.length) }, (_, i) => {
    const url = results[i]?.url ?? citations[i]
    return url ? { url, title: results[i]?.title ?? null, host: null } : undefined
  })
}

const MARKER = /\[(\d{1,3})\]/g
/** The most markers that are read; answers have dozens. */
const MAX_MARKERS = 5_000

/**
 * Returns the cited sources: those whose marker is in the text; where the text has no marker, all of the answer's
 * `citations`.
 */
function citedOf(text: string, listed: Listed, citations: readonly string[]): CitedSource[] {
  const byPlace = new Map<number, { start: number; end: number }[]>()
  let markers = 0
  for (const { 0: marker, 1: number, index } of text.matchAll(MARKER)) {
    markers += 1
    if (markers > MAX_MARKERS) break
    const place = Number(number) - 1
    if (!listed[place]) continue
    const spans = byPlace.get(place) ?? []
    byPlace.set(place, spans)
    const span = { start: index, end: index + marker.length }
    if (isSpanOf(text, span)) spans.push(span)
  }
  const all = markers === 0 ? citations.map((_, i) => [i, []] as const) : [...byPlace]
  return all.flatMap(([place, spans]) => {
    const source = listed[place]
    return source ? [{ ...source, citedText: null, spans: mergeSpans(spans) }] : []
  })
}
