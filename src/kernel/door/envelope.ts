import type { FieldError } from './errors.ts'

/** Facts about the request that an answer has in addition to its data. */
export type Meta = Readonly<Record<string, unknown>> & { requestId: string }

/** The parts of an error that a caller sees. */
export interface Refusal {
  code: string
  message: string
  fields: readonly FieldError[]
  docUrl: string
  /** Scopes of which the caller lacks all, and of which any one would do. */
  required?: readonly string[]
  /** The code of the error in OAuth, where the error is one of OAuth. */
  oauth?: string
}

/** The form in which a surface wraps its answers and refusals; the fields are written in their order. */
export interface Envelope {
  answer(data: unknown, meta: Meta): Readonly<Record<string, unknown>>
  refusal(error: Refusal, meta: Meta): Readonly<Record<string, unknown>>
  /** Returns the HTTP status of a refusal, where it differs from that of the API. */
  statusOf?(status: number): number
}

/** The envelope of the API (contract 2.1). */
export const API_ENVELOPE: Envelope = {
  answer: (data, meta) => ({ data, error: null, meta }),
  refusal: (error, meta) => ({ data: {}, error, meta }),
}
