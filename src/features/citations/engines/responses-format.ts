import * as z from 'zod'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type {
  CitedSource,
  EngineAnswer,
  EngineUsage,
  NamedSource,
} from '../../../domain/citations/engine-answer.ts'
import { spanReader } from '../../../domain/citations/spans.ts'
import { Count, many, maybe, readShape, stateOf, Words } from './wire.ts'

const Action = z.object({
  type: Words,
  query: Words,
  queries: maybe(z.array(z.string())),
  url: Words,
  // A feed of the vendor has a name and no address.
  sources: maybe(z.array(z.object({ url: Words, name: Words, title: Words }))),
})

const SearchCall = z.object({ status: Words, action: maybe(Action) })

const Place = maybe(z.number())

const Annotation = z.object({
  type: z.string(),
  url: Words,
  title: Words,
  start_index: Place,
  end_index: Place,
})

const Part = z.object({
  type: z.string(),
  text: Words,
  refusal: Words,
  annotations: many(Annotation),
})

const Message = z.object({ content: z.array(Part) })

const Failure = maybe(z.object({ code: maybe(z.union([z.string(), z.number()])) }))

const ResponseBody = z.object({
  status: Words,
  model: Words,
  error: Failure,
  incomplete_details: maybe(z.object({ reason: Words })),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: maybe(z.object({ input_tokens: Count, output_tokens: Count })),
  /** The addresses of all pages that xAI's model came across, cited or not. */
  citations: maybe(z.array(z.string())),
})

type Body = z.output<typeof ResponseBody>

/** Reads an answer of the Responses API, as OpenAI and xAI send it. Throws EngineError. */
export function readResponse(value: unknown): EngineAnswer {
  assertCompleted(value)
  const body = readShape(ResponseBody, value)
  const calls = callsOf(body)
  const { text, cited, isRefused } = readMessages(body)
  const retrieved = retrievedOf(body, calls)
  assertSearched(calls, cited)
  const isCut = body.status === 'incomplete'
  const isFiltered = isCut && body.incomplete_details?.reason === 'content_filter'
  return {
    state: stateOf({
      text,
      isRefused: isRefused || isFiltered,
      isTruncated: isCut,
      lacksSources:
        calls.length > 0 && cited.length + retrieved.length === 0 && !saysSources(body, calls),
    }),
    servedModel: body.model,
    text,
    retrieval: calls.length > 0 ? 'searched' : 'not_searched',
    searchQueries: calls.flatMap(({ action }) => action?.queries ?? action?.query ?? []),
    cited,
    retrieved,
    usage: usageOf(body, calls),
  }
}

/** Throws EngineError where all searches failed, and nothing is cited. */
function assertSearched(calls: readonly Call[], cited: readonly CitedSource[]): void {
  if (calls.length === 0 || cited.length > 0) return
  if (calls.some(({ status }) => status !== 'failed')) return
  throw new EngineError('tool_error', 'The engine could not search')
}

/** True where the answer has a list of sources, even an empty one. */
const saysSources = ({ citations }: Body, calls: readonly Call[]): boolean =>
  citations !== null || calls.some(({ action }) => Array.isArray(action?.sources))

const Outcome = z.object({ status: Words, error: Failure })

/** Throws EngineError for a response that failed or is not complete yet; such a response may have no output. */
function assertCompleted(value: unknown): void {
  const { status, error } = readShape(Outcome, value)
  if (status === 'failed' || (status === null && error)) throw failureOf(String(error?.code))
  if (status !== null && status !== 'completed' && status !== 'incomplete') {
    throw new EngineError('unexpected_shape', 'The engine answered before it was done')
  }
}

function failureOf(code: string): EngineError {
  const message = 'The engine began an answer and failed'
  if (code === 'rate_limit_exceeded') {
    return new EngineError('rate_limited', message, { isRetryable: true })
  }
  return code === 'server_error'
    ? new EngineError('overloaded', message, { isRetryable: true })
    : new EngineError('invalid_request', message)
}

type Call = z.output<typeof SearchCall>

const callsOf = ({ output }: Body): Call[] =>
  output.flatMap((item, i) =>
    item.type === 'web_search_call' ? [readShape(SearchCall, item, `output[${i}]`)] : [],
  )

function retrievedOf({ citations }: Body, calls: readonly Call[]): NamedSource[] {
  const found = calls.flatMap(({ action }) => {
    const opened = action?.url ? [{ url: action.url, title: null, host: null }] : []
    const sources = (action?.sources ?? []).map(({ url, name, title }) => ({
      url: url ?? name ?? '',
      title: title ?? name ?? null,
      host: null,
    }))
    return [...sources, ...opened]
  })
  return [...found, ...(citations ?? []).map((url) => ({ url, title: null, host: null }))]
}

function usageOf({ usage }: Body, calls: readonly Call[]): EngineUsage {
  return {
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    searches: calls.filter(({ action }) => (action?.type ?? 'search') === 'search').length,
  }
}

/** The separator that is written between two messages, as between two paragraphs. */
const BETWEEN = '\n\n'

function readMessages({ output }: Body) {
  let text = ''
  let isRefused = false
  const cited: CitedSource[] = []
  for (const [i, item] of output.entries()) {
    if (item.type !== 'message') continue
    if (text !== '') text += BETWEEN
    for (const part of readShape(Message, item, `output[${i}]`).content) {
      if (part.type === 'refusal') isRefused = true
      if (part.type !== 'output_text') continue
      cited.push(...citedIn(part.text ?? '', part.annotations, text.length))
      text += part.text ?? ''
    }
  }
  return { text, cited, isRefused }
}

type UrlCitation = z.output<typeof Annotation> & { content?: string | null }

/**
 * Reads the citations of a part of the text, whose offsets count code points; all of them at once, since measuring a
 * part takes long.
 */
export function citedIn(
  part: string,
  annotations: readonly UrlCitation[],
  partStart: number,
): CitedSource[] {
  const spanAt = spanReader(part, 'code_points', partStart)
  return annotations.flatMap(({ type, url, title, start_index, end_index, content = null }) => {
    if (type !== 'url_citation' || !url) return []
    const span = spanAt(start_index ?? Number.NaN, end_index ?? Number.NaN)
    const isDropped = !span && (start_index ?? end_index ?? null) !== null
    const spans = span ? [span] : []
    return [{ url, title, host: null, citedText: content, spans, droppedSpans: Number(isDropped) }]
  })
}
