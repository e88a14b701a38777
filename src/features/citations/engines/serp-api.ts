import * as z from 'zod'
import { EngineError, type EngineQuestion } from '../../../domain/citations/ask-engine.ts'
import type {
  CitedSource,
  EngineAnswer,
  TextSpan,
} from '../../../domain/citations/engine-answer.ts'
import { mergeSpans } from '../../../domain/citations/spans.ts'
import { primaryLanguage } from '../../../domain/prompts/language-tag.ts'
import { isRecord } from '../../../lib/json/is-record.ts'
import { many, maybe, readShape, stateOf, Words, type AskWire, type Wire } from './wire.ts'

export const SERPAPI_SETUP = 'google search, AI overview with its second page'

const Reference = z.object({ link: Words, title: Words, index: maybe(z.int().nonnegative()) })

const Overview = z.object({
  page_token: Words,
  error: Words,
  text_blocks: many(z.unknown()),
  references: many(Reference),
})

const SearchPage = z.object({
  error: Words,
  search_metadata: maybe(z.object({ status: Words })),
  ai_overview: maybe(Overview),
})

type OverviewData = z.output<typeof Overview>

/**
 * Asks SerpApi for the AI overview of Google, which many searches do not have. Some overviews are only a token at
 * first, and a second request with the token must follow within a minute. Source:
 * https://serpapi.com/google-ai-overview-api
 */
export const askSerpApi: AskWire = async (wire, question) => {
  const first = await search(wire, { engine: 'google', q: question.text, ...localeOf(question) })
  const overview = first.ai_overview
  const token = overview?.page_token
  if (!token || overview.text_blocks.length > 0) return answerOf(overview, 1)
  const second = await search(wire, { engine: 'google_ai_overview', page_token: token })
  return answerOf(second.ai_overview, 2)
}

const localeOf = ({ country, language }: EngineQuestion): Record<string, string> => ({
  ...(country !== null && { gl: country.toLowerCase() }),
  ...(language !== null && { hl: interfaceLanguage(language) }),
})

/** Returns Google's code for a language: the primary tag, except for Chinese and Portuguese. */
const interfaceLanguage = (tag: string): string =>
  /^(?:zh|pt)-[a-z]{2}$/i.test(tag) ? tag : (primaryLanguage(tag) ?? tag)

/**
 * Sends a search. Throws EngineError where it failed. @NOTE SerpApi takes its key in the address alone; messages and
 * logs have no addresses.
 */
async function search(wire: Wire, query: Readonly<Record<string, string>>) {
  const answer = await wire.send({
    path: '/search.json',
    query: { ...query, api_key: wire.key ?? '' },
  })
  const page = readShape(SearchPage, answer)
  if (page.search_metadata?.status === 'Error') {
    throw new EngineError('tool_error', 'The search failed')
  }
  // An answer without a status is not a search; an error in an answer with a status says that Google found nothing.
  if (page.error && !page.search_metadata) throw new EngineError('tool_error', 'The search failed')
  return page
}

function answerOf(overview: OverviewData | null, searches: number): EngineAnswer {
  if (overview?.error) throw new EngineError('tool_error', 'The overview could not be read')
  const { text, spansOf } = readBlocks(overview?.text_blocks ?? [])
  const references = overview?.references ?? []
  const cited = references.flatMap(({ link, title, index }, i): CitedSource[] =>
    link
      ? [{ url: link, title, host: null, citedText: null, spans: spansOf.get(index ?? i) ?? [] }]
      : [],
  )
  return {
    state: stateOf({ text, lacksSources: references.length === 0 }),
    servedModel: null,
    text,
    retrieval: overview ? 'searched' : 'unknown',
    searchQueries: [],
    cited,
    retrieved: cited.map(({ url, title, host }) => ({ url, title, host })),
    usage: { inputTokens: null, outputTokens: null, searches },
  }
}

const MAX_DEPTH = 6
const MAX_LINES = 2_000
/** The most references of one line that are read. */
const MAX_INDEXES = 50

/**
 * Reads the texts of blocks and of the lists in them, one line each, and the spans of the lines that each reference is
 * for.
 */
function readBlocks(blocks: readonly unknown[]) {
  const lines: string[] = []
  const spansOf = new Map<number, TextSpan[]>()
  let length = 0
  const add = (line: string, indexes: unknown): void => {
    if (line === '' || lines.length >= MAX_LINES) return
    const span = { start: length, end: length + line.length }
    lines.push(line)
    length += line.length + 1
    if (!Array.isArray(indexes)) return
    for (const index of indexes.slice(0, MAX_INDEXES)) {
      if (typeof index !== 'number') continue
      const spans = spansOf.get(index) ?? []
      spans.push(span)
      spansOf.set(index, spans)
    }
  }
  const walk = (items: unknown, depth: number): void => {
    if (!Array.isArray(items) || depth > MAX_DEPTH) return
    for (const item of items) {
      if (!isRecord(item)) continue
      const said = [item['title'], item['snippet']].filter((one) => typeof one === 'string')
      add(said.join(' ').trim(), item['reference_indexes'])
      walk(item['list'], depth + 1)
      walk(item['text_blocks'], depth + 1)
    }
  }
  walk(blocks, 0)
  // The spans of each reference are merged once: thousands of references may have the same lines.
  const merged = new Map([...spansOf].map(([index, spans]) => [index, mergeSpans(spans)]))
  return { text: lines.join('\n'), spansOf: merged }
}
