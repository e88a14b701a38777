import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Fields that may hold a secret or a visitor's words; logged objects are scrubbed of them wherever they stand. */
const SECRET_FIELDS = ['authorization', 'token', 'key', 'secret', 'password', 'question', 'cookie']
export const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
])

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
