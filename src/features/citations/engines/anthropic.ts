import * as z from 'zod'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type {
  CitedSource,
  EngineAnswer,
  NamedSource,
} from '../../../domain/citations/engine-answer.ts'
import { Count, many, maybe, readShape, stateOf, Words, type AskWire } from './wire.ts'

const TOOL = 'web_search_20250305'
const MAX_USES = 3
const MAX_TOKENS = 8_192
/** The most requests for one answer: where the engine pauses, it is asked to go on. */
const MAX_ROUNDS = 5

/**
 * The parts of a request that, besides the model, define the measurement. Later versions of the tool filter by code, so
 * citations by them are another measurement.
 */
export const ANTHROPIC_SETUP = `messages, ${TOOL}, at most ${MAX_USES} searches, ${MAX_TOKENS} tokens`

const Citation = z.object({ type: z.string(), url: Words, title: Words, cited_text: Words })

const TextBlock = z.object({ text: z.string(), citations: many(Citation) })

const ToolUse = z.object({ name: z.string(), input: z.unknown() })

const Result = z.object({ type: z.string(), url: Words, title: Words })

/** A result of the search tool; in place of results, its content may be an error. */
const ToolResult = z.object({ content: z.union([z.array(Result), z.object({ type: z.string() })]) })

const Usage = z.object({
  input_tokens: Count,
  output_tokens: Count,
  server_tool_use: maybe(z.object({ web_search_requests: Count })),
})

const MessageBody = z.object({
  content: z.array(z.looseObject({ type: z.string() })),
  model: Words,
  stop_reason: Words,
  usage: maybe(Usage),
})

type Body = z.output<typeof MessageBody>
type Block = Body['content'][number]

/** Asks Anthropic. Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool */
export const askAnthropic: AskWire = async (wire, { text, country }) => {
  const tool = {
    type: TOOL,
    name: 'web_search',
    max_uses: MAX_USES,
    ...(country !== null && { user_location: { type: 'approximate', country } }),
  }
  const rounds: Body[] = []
  while (rounds.length < MAX_ROUNDS && isUnfinished(rounds.at(-1))) {
    const before = rounds.flatMap(({ content }) => content)
    const messages = [
      { role: 'user', content: text },
      ...(before.length > 0 ? [{ role: 'assistant', content: before }] : []),
    ]
    const body = { model: wire.model, max_tokens: MAX_TOKENS, messages, tools: [tool] }
    const headers = { 'x-api-key': wire.key ?? '', 'anthropic-version': '2023-06-01' }
    rounds.push(readShape(MessageBody, await wire.send({ path: '/v1/messages', headers, body })))
  }
  return answerOf(rounds)
}

const isUnfinished = (round: Body | undefined): boolean =>
  round === undefined || round.stop_reason === 'pause_turn'

const TRUNCATED: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'pause_turn',
])

function answerOf(rounds: readonly Body[]): EngineAnswer {
  const blocks = rounds.flatMap(({ content }) => content)
  const { stop_reason: stop = null, model = null } = rounds.at(-1) ?? {}
  const { text, cited } = readTexts(blocks)
  const { searches, results, errors } = readSearches(blocks)
  const found = results.flat()
  if (errors > 0 && results.length === 0 && cited.length === 0) {
    throw new EngineError('tool_error', 'The engine could not search')
  }
  return {
    state: stateOf({
      text,
      isRefused: stop === 'refusal',
      isTruncated: TRUNCATED.has(stop ?? ''),
      lacksSources: searches.length > 0 && results.length === 0 && cited.length === 0,
    }),
    servedModel: model,
    text,
    retrieval: searches.length > 0 ? 'searched' : 'not_searched',
    searchQueries: searches.flatMap((query) => query ?? []),
    cited,
    retrieved: found,
    usage: usageOf(rounds),
  }
}

/** Joins the texts of all blocks, and lists their citations; each is for the whole block that has it. */
function readTexts(blocks: readonly Block[]): { text: string; cited: CitedSource[] } {
  let text = ''
  const cited: CitedSource[] = []
  for (const [i, block] of blocks.entries()) {
    if (block.type !== 'text') continue
    const part = readShape(TextBlock, block, `content[${i}]`)
    const span = { start: text.length, end: text.length + part.text.length }
    text += part.text
    for (const { type, url, title, cited_text: citedText } of part.citations) {
      if (type !== 'web_search_result_location' || !url) continue
      const spans = part.text.trim() === '' ? [] : [span]
      cited.push({ url, title, host: null, citedText, spans })
    }
  }
  return { text, cited }
}

const Query = z.object({ query: z.string() })

function readSearches(blocks: readonly Block[]) {
  const searches: (string | undefined)[] = []
  const results: NamedSource[][] = []
  let errors = 0
  for (const [i, block] of blocks.entries()) {
    const at = `content[${i}]`
    if (block.type === 'server_tool_use') {
      const { name, input } = readShape(ToolUse, block, at)
      if (name === 'web_search') searches.push(Query.safeParse(input).data?.query)
    }
    if (block.type !== 'web_search_tool_result') continue
    const { content } = readShape(ToolResult, block, at)
    if (Array.isArray(content)) results.push(content.flatMap(toSource))
    else errors += 1
  }
  return { searches, results, errors }
}

const toSource = ({ url, title }: z.output<typeof Result>): NamedSource[] =>
  url ? [{ url, title, host: null }] : []

function usageOf(rounds: readonly Body[]): EngineAnswer['usage'] {
  const sum = (read: (usage: z.output<typeof Usage>) => number | null) =>
    rounds.reduce<number | null>((total, { usage }) => {
      const count = usage ? read(usage) : null
      return total === null || count === null ? null : total + count
    }, 0)
  return {
    inputTokens: sum((usage) => usage.input_tokens),
    outputTokens: sum((usage) => usage.output_tokens),
    // The count is left out of answers for which no search was made.
    searches: sum((usage) => usage.server_tool_use?.web_search_requests ?? 0),
  }
}
