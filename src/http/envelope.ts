import type { FieldError, ServiceError } from '../kernel/errors.ts'
import { errorDocUrl } from './error-page.ts'

type Meta = Readonly<Record<string, unknown>> & { requestId: string }

/** The answer of every request of the API (contract 2.1). */
export interface Envelope {
  data: unknown
  error: null | {
    code: string
    message: string
    fields: readonly FieldError[]
    docUrl: string
    required?: readonly string[]
  }
  meta: Meta
}

export const success = (data: unknown, meta: Meta): Envelope => ({ data, error: null, meta })

export function failure(error: ServiceError, requestId: string): Envelope {
  const { fields = [], scopes } = error.details
  return {
    data: {},
    error: {
      code: error.code,
      message: error.message,
      fields,
      docUrl: errorDocUrl(error.code),
      ...(scopes && { required: scopes }),
    },
    meta: { requestId },
  }
}

/** Headers that an error brings along. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { retryAfterSeconds } = error.details
  return {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  }
}
