import type { CitationEngine, AdapterId, EngineAccess } from './engines.ts'
import type { EngineAnswer } from './engine-answer.ts'

/** A question for an engine. */
export interface EngineQuestion {
  text: string
  /** The country of the asker, ISO 3166 alpha-2 in upper case, or null. */
  country: string | null
  /** The language of the asker as a BCP 47 tag, or null. */
  language: string | null
  /**
   * The number of this repetition of the question in its run. Vendors do not receive it; invented answers differ by it.
   */
  replica?: number
}

/** The reasons why an engine gave no answer, in our own words. */
export const ENGINE_ERRORS = [
  'unauthorized',
  'rate_limited',
  'overloaded',
  'invalid_request',
  'blocked_address',
  'redirected',
  'network',
  'timeout',
  'too_large',
  'not_json',
  'unexpected_shape',
  'tool_error',
  'http_status',
] as const
export type EngineErrorCode = (typeof ENGINE_ERRORS)[number]

/** One request to an engine has failed. The message is ours and holds neither a key nor words of the answer. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode
  readonly httpStatus: number | null
  readonly isRetryable: boolean
  /** The milliseconds that the engine asks us to wait; null where it states none. */
  readonly retryAfterMs: number | null

  constructor(
    code: EngineErrorCode,
    message: string,
    details: { httpStatus?: number; isRetryable?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.code = code
    this.httpStatus = details.httpStatus ?? null
    this.isRetryable = details.isRetryable ?? false
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}

/** An engine that can be asked for an organization, with the key and model that it is asked with. */
export interface AskableEngine {
  engine: CitationEngine
  adapter: AdapterId
  access: EngineAccess
  model: string
  /** The parts of the measurement besides the model, such as the version of the engine's tool for searches. */
  setup: string
  /** True where the organization's own key pays. */
  isOwnKey: boolean
  /** The most requests at a time, and the least milliseconds between the beginnings of two. */
  pace: { concurrency: number; intervalMs: number }
  /** Computes the cost of an answer in millionths of a US dollar; null where a price is not known. */
  costMicrosOf(usage: EngineAnswer['usage']): number | null
  /** Asks the question once. Throws EngineError. */
  ask(question: EngineQuestion, signal: AbortSignal): Promise<EngineAnswer>
}
