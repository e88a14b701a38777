import * as z from 'zod'
import type { ModelCall } from './judge-call.ts'
import { MODEL_TOOLS, readCall, systemText } from './model-tools.ts'

/** The answer of a model to a question: its first call, if any, and the tokens that were read and written. */
interface ModelAnswer {
  call: ModelCall | undefined
  tokens: { input: number; output: number }
}

/** A service that runs models, in one of the two wire formats. */
export interface ModelService {
  kind: 'openai' | 'anthropic'
  baseUrl: string
  key: string
  model: string
}

const TIMEOUT_MS = 60_000
const MAX_OUTPUT_TOKENS = 1_000

/** Asks a model which tool it would call. Throws when the service does not answer well, or within a minute. */
export function askModel(
  service: ModelService,
  question: string,
  date: string,
): Promise<ModelAnswer> {
  return service.kind === 'openai'
    ? askOpenAi(service, question, date)
    : askAnthropic(service, question, date)
}

const OpenAiAnswer = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        tool_calls: z
          .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
          .nullish(),
      }),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).optional(),
})

async function askOpenAi(
  { baseUrl, key, model }: ModelService,
  question: string,
  date: string,
): Promise<ModelAnswer> {
  const answer = await post(
    `${baseUrl}/chat/completions`,
    { authorization: `Bearer ${key}` },
    {
      model,
      messages: [
        { role: 'system', content: systemText(date) },
        { role: 'user', content: question },
      ],
      tools: MODEL_TOOLS.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
      tool_choice: 'required',
    },
  )
  const { choices, usage } = OpenAiAnswer.parse(answer)
  const called = choices[0]?.message.tool_calls?.[0]?.function
  return {
    call: called && readCall(called.name, parseArguments(called.arguments)),
    tokens: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
  }
}

/** Parses the arguments that a model wrote as JSON. A text that is not JSON is returned as the model sent it. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

const AnthropicAnswer = z.object({
  content: z.array(
    z.object({ type: z.string(), name: z.string().optional(), input: z.unknown().optional() }),
  ),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }).optional(),
})

async function askAnthropic(
  { baseUrl, key, model }: ModelService,
  question: string,
  date: string,
): Promise<ModelAnswer> {
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  const answer = await post(`${baseUrl}/v1/messages`, headers, {
    model,
    max_tokens: MAX_OUTPUT_TOKENS,
    system: systemText(date),
    messages: [{ role: 'user', content: question }],
    tools: MODEL_TOOLS.map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: schema,
    })),
    tool_choice: { type: 'any' },
  })
  const { content, usage } = AnthropicAnswer.parse(answer)
  const called = content.find(({ type }) => type === 'tool_use')
  return {
    call: called?.name === undefined ? undefined : readCall(called.name, called.input),
    tokens: { input: usage?.input_tokens ?? 0, output: usage?.output_tokens ?? 0 },
  }
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`The model’s service answers ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as unknown
}
