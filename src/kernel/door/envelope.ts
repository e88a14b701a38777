import type { FieldError } from './errors.ts'

/** Facts about the request that an answer has in addition to its data. */
export type Meta = Readonly<Record<string, unknown>> & { requestId: string }

/** The parts of an error that a caller sees. */
export interface Refusal {
  code: string
  message: string
  fields: readonly FieldError[]
  docUrl: string
  /** Scopes of which the caller lacks all. */
  required?: readonly string[]
  /** The error as OAuth names it, where it is one of OAuth. */
  oauth?: string
}

/** How a surface wraps what it answers; the fields are written in their order. */
export interface Envelope {
  answer(data: unknown, meta: Meta): Readonly<Record<string, unknown>>
  refusal(error: Refusal, meta: Meta): Readonly<Record<string, unknown>>
  /** The status of a refusal, where it differs from that of the API. */
  statusOf?(status: number): number
}

/** The envelope of the API (contract 2.1). */
export const API_ENVELOPE: Envelope = {
  answer: (data, meta) => ({ data, error: null, meta }),
  refusal: (error, meta) => ({ data: {}, error, meta }),
}
