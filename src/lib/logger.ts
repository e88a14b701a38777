import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Fields that may hold a secret or a visitor's words; they are redacted in logged objects, up to two levels deep. */
const SECRET_FIELDS = ['authorization', 'token', 'key', 'secret', 'password', 'question', 'cookie']
export const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
])

const STANDARD_OUTPUT = 1
/** The most bytes of log lines that wait for a blocked output; lines beyond that are dropped. */
const MAX_WAITING_BYTES = 1_048_576

export function createLogger(
  level: string,
  destination: DestinationStream = jsonLines(STANDARD_OUTPUT),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  }
  return pino(options, destination)
}

/** Returns the output of the log: lines for a person where it is a terminal, JSON anywhere else. */
export async function logOutput({ fd, isTTY }: { fd: number; isTTY?: boolean }) {
  if (isTTY !== true) return jsonLines(fd)
  // Most processes have no terminal and start faster without pino-pretty.
  const { default: readableLines } = await import('pino-pretty')
  return readableLines({
    destination: fd,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
}

/**
 * Writes JSON to a file descriptor. When its disk is full the service goes on without a log, and writes again as soon
 * as there is room.
 */
function jsonLines(fd: number): DestinationStream {
  // @NOTE `sync`: otherwise pino tries at the exit to write what is left, again and again until the disk takes it.
  const stream = pino.destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES })
  // @NOTE a failing log cannot be logged. Without a listener the error would end the process in the middle of its
  // work.
  stream.on('error', () => undefined)
  return stream
}
