import * as z from 'zod'
import type {
  CitedSource,
  EngineAnswer,
  TextSpan,
} from '../../../domain/citations/engine-answer.ts'
import { isSpanOf } from '../../../domain/citations/spans.ts'
import { bearerOf, Count, many, maybe, readShape, stateOf, Words, type AskWire } from './wire.ts'

const TOOL = 'web_search'

/**
 * The parts of a request that, besides the model, define the measurement; the tool `web_search_premium` would make
 * another.
 */
export const MISTRAL_SETUP = `conversations, ${TOOL}`

const Chunk = z.object({ type: z.string(), text: Words, tool: Words, title: Words, url: Words })

const MessageOutput = z.object({ model: Words, content: z.union([z.string(), z.array(Chunk)]) })

const Execution = z.object({ name: Words, arguments: z.unknown() })

const Conversation = z.object({
  outputs: z.array(z.looseObject({ type: z.string() })),
  guardrails: many(z.unknown()),
  usage: maybe(z.object({ prompt_tokens: Count, completion_tokens: Count })),
})

type Output = z.output<typeof Conversation>['outputs'][number]

/** Asks Mistral. Source: https://docs.mistral.ai/agents/tools/built-in/websearch */
export const askMistral: AskWire = async (wire, { text }) => {
  const body = {
    model: wire.model,
    inputs: text,
    tools: [{ type: TOOL }],
    stream: false,
    store: false,
  }
  return readConversation(
    await wire.send({ path: '/v1/conversations', headers: bearerOf(wire), body }),
  )
}

function readConversation(value: unknown): EngineAnswer {
  const { outputs, guardrails, usage } = readShape(Conversation, value)
  const searches = outputs.flatMap((output, i) =>
    output.type === 'tool.execution' ? [readShape(Execution, output, `outputs[${i}]`)] : [],
  )
  const { text, cited, references, model } = readOutputs(outputs)
  return {
    state: stateOf({
      text,
      isRefused: text === '' && guardrails.length > 0,
      lacksSources: searches.length > 0 && references === 0,
    }),
    servedModel: model,
    text,
    retrieval: searches.length > 0 ? 'searched' : 'not_searched',
    searchQueries: searches.flatMap((search) => queryOf(search.arguments) ?? []),
    cited,
    retrieved: cited.map(({ url, title, host }) => ({ url, title, host })),
    usage: {
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null,
      searches: searches.length,
    },
  }
}

/**
 * Joins the texts, and lists their citations. A reference stands behind the words that it is for; some references have
 * no address.
 */
function readOutputs(outputs: readonly Output[]) {
  let [text, references, model]: [string, number, string | null] = ['', 0, null]
  let span: TextSpan | undefined
  const cited: CitedSource[] = []
  for (const [i, output] of outputs.entries()) {
    if (output.type !== 'message.output') continue
    const message = readShape(MessageOutput, output, `outputs[${i}]`)
    model = message.model ?? model
    const { content } = message
    const chunks = typeof content === 'string' ? [wholeText(content)] : content
    for (const { type, text: part, ...reference } of chunks) {
      if (type === 'text') {
        span = { start: text.length, end: text.length + (part ?? '').length }
        text += part ?? ''
      }
      if (type !== 'tool_reference' || !isOfWeb(reference)) continue
      references += 1
      if (reference.url) cited.push(toCited(reference.url, reference.title, span))
    }
  }
  const fitting = cited.map(({ spans, ...source }) => ({
    ...source,
    spans: spans.filter((one) => isSpanOf(text, one)),
  }))
  return { text, cited: fitting, references, model }
}

type ChunkData = z.output<typeof Chunk>

const wholeText = (text: string): ChunkData => ({
  type: 'text',
  text,
  tool: null,
  title: null,
  url: null,
})

const isOfWeb = ({ tool }: Pick<ChunkData, 'tool'>): boolean =>
  tool === null || tool.startsWith(TOOL)

const toCited = (url: string, title: string | null, span: TextSpan | undefined): CitedSource => ({
  url,
  title,
  host: null,
  citedText: null,
  spans: span ? [span] : [],
})

const Query = z.object({ query: z.string() })

/**
 * Reads the words of a search from the arguments of the tool, which are JSON in a text; undefined where they have
 * another form.
 */
function queryOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return Query.safeParse(text).data?.query
  try {
    return Query.safeParse(JSON.parse(text)).data?.query
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
