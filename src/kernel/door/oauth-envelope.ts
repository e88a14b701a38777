import type { Envelope } from './envelope.ts'

const BY_CODE: Readonly<Record<string, string>> = {
  INTERNAL: 'server_error',
  UNAVAILABLE: 'temporarily_unavailable',
  RATE_LIMITED: 'temporarily_unavailable',
}

/**
 * The envelope of OAuth. Answers have no wrapper. A refusal has the two fields of RFC 6749, 5.2, which sets the status
 * 400 for most errors.
 */
export const OAUTH_ENVELOPE: Envelope = {
  // @NOTE the outputs of its operations are objects.
  answer: (data) => data as Readonly<Record<string, unknown>>,
  refusal: ({ code, message, fields, oauth }) => ({
    error: oauth ?? BY_CODE[code] ?? 'invalid_request',
    error_description: descriptionOf([
      message,
      ...fields.map((one) => `${one.path}: ${one.message}`),
    ]),
  }),
  statusOf: (status) => ([406, 415, 422].includes(status) ? 400 : status),
}

const MAX_DESCRIPTION_CHARS = 500

/** Writes a description in the characters that RFC 6749 allows: ASCII without quotes and backslashes. */
const descriptionOf = (parts: readonly string[]): string =>
  parts
    .join('; ')
    .replaceAll(/[“”"]/g, "'")
    .replaceAll('’', "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, '?')
    .slice(0, MAX_DESCRIPTION_CHARS)
