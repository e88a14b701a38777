import { UniqueViolationError } from '../../../db/errors.ts'
/** The HTTP status of each error code on the wire. Status numbers are written here alone (contract 7). */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  MALFORMED_JSON: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIAL: 401,
  CREDITS_EXHAUSTED: 402,
  PLAN_REQUIRED: 403,
  INSUFFICIENT_SCOPE: 403,
  SESSION_REQUIRED: 403,
  ROLE_REQUIRED: 403,
  IP_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  SITE_EXISTS: 409,
  LIMIT_REACHED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export type FieldLocation = 'body' | 'query' | 'path'

/** One offending field. `path` is dotted with indexes, such as `events[3].kind`; empty for the whole input. */
export interface FieldError {
  path: string
  location?: FieldLocation
  code: string
  /** The id of the policy's rule, such as `AAP-PERSIST`; set with the code `PROMPT_POLICY`. */
  rule?: string
  message: string
  /** A value that would be valid, for the example in a tool's refusal; routes do not send it. */
  meant?: string
}

interface Details {
  fields?: readonly FieldError[]
  /** The seconds that are sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Scopes of which any one would do; they are set with INSUFFICIENT_SCOPE. */
  scopes?: readonly string[]
}

/** An expected failure that is safe to show the caller. Anything else becomes INTERNAL. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, options: ErrorOptions & Details = {}) {
    super(message, options)
    this.code = code
    const { fields, retryAfterSeconds, scopes } = options
    this.details = {
      ...(fields && { fields: bounded(fields) }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(scopes && { scopes }),
    }
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** The refusal of a request with a foreign Host or Origin, which is answered without a word about credentials. */
export class ForeignRequestError extends ServiceError {
  override name = 'ForeignRequestError'

  constructor(message: string) {
    super('BAD_REQUEST', message)
  }

  override get status(): number {
    return 403
  }
}

/**
 * The most fields that an error names. They suffice to correct the input; an answer must not grow with a hostile body.
 */
const MAX_FIELDS = 100
const MAX_PATH_CHARS = 300

function bounded(fields: readonly FieldError[]): readonly FieldError[] {
  const told = fields.slice(0, MAX_FIELDS).map((field) => ({
    ...field,
    path: field.path.slice(0, MAX_PATH_CHARS),
  }))
  const rest = fields.slice(MAX_FIELDS)
  // The fields of an error that is made from another one are bounded already.
  if (rest.length <= 1 && rest.every(({ code }) => code === 'too_many')) return [...told, ...rest]
  return [...told, { path: '', code: 'too_many', message: `And ${rest.length} more` }]
}

/** Makes a refusal that names one field, for rules that a schema cannot express. `meant` is a value that would do. */
export function invalidField(
  path: string,
  code: string,
  message: string,
  meant?: string,
): ServiceError {
  const field = { path, code, message, ...(meant !== undefined && { meant }) }
  return new ServiceError('VALIDATION_FAILED', message, { fields: [field] })
}

/**
 * Makes the refusal of a row that does not exist, or that belongs to another organization. Both get one answer, so
 * that ids reveal nothing.
 */
export function notFound(what: string): ServiceError {
  return new ServiceError('NOT_FOUND', `No such ${what}`)
}

/**
 * Makes a handler of errors that throws the refusal where another row has the value already, and otherwise the error
 * itself.
 */
export const refuseTaken =
  (code: ErrorCode, message: string) =>
  (error: unknown): never => {
    if (!(error instanceof UniqueViolationError)) throw error
    throw new ServiceError(code, message, { cause: error })
  }
