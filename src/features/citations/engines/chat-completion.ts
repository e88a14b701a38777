import * as z from 'zod'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type { EngineUsage } from '../../../domain/citations/engine-answer.ts'
import { Count, many, maybe, readShape, Words } from './wire.ts'

const Content = maybe(
  z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: Words }))]),
)

const Choice = z.object({
  finish_reason: Words,
  message: z.object({
    content: Content,
    refusal: Words,
    annotations: many(z.looseObject({ type: z.string() })),
  }),
})

const Completion = z.object({
  model: Words,
  choices: z.tuple([Choice], z.unknown()),
  usage: maybe(z.object({ prompt_tokens: Count, completion_tokens: Count })),
})

const PassedOn = z.object({
  error: z.object({ code: z.number() }),
  choices: z.undefined().optional(),
})

export interface ChatAnswer {
  model: string | null
  text: string
  isRefused: boolean
  isTruncated: boolean
  annotations: readonly { type: string }[]
  usage: Omit<EngineUsage, 'searches'>
}

/** Reads an answer of Chat Completions. Throws EngineError. */
export function readChat(value: unknown): ChatAnswer {
  // OpenRouter may have answered 200 already when something fails; its body then says what went wrong.
  const { data: failure } = PassedOn.safeParse(value)
  if (failure) throw failureOf(failure.error.code)
  const { model, choices, usage } = readShape(Completion, value)
  const [{ message, finish_reason: finish }] = choices
  return {
    model,
    text: textOf(message.content),
    isRefused: finish === 'content_filter' || Boolean(message.refusal),
    isTruncated: finish === 'length',
    annotations: message.annotations,
    usage: {
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null,
    },
  }
}

const textOf = (content: z.output<typeof Content>): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')

function failureOf(code: number): EngineError {
  const isRetryable = code === 408 || code === 429 || code >= 500
  return new EngineError(
    code === 429 ? 'rate_limited' : 'http_status',
    'The server passed on that another one failed',
    { httpStatus: code >= 100 && code < 600 ? code : 502, isRetryable },
  )
}
