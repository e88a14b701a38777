import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Fields that may hold a secret or a visitor's words; logged objects are scrubbed of them wherever they stand. */
const SECRET_FIELDS = ['authorization', 'token', 'key', 'secret', 'password', 'question', 'cookie']
export const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
])

const STANDARD_OUTPUT = 1
/** Of lines that wait for an output that takes none; what comes beyond is dropped. */
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

/** Where the log of a process goes: lines for a person on a terminal, JSON for anything else. */
export async function logOutput({ fd, isTTY }: { fd: number; isTTY?: boolean }) {
  if (isTTY !== true) return jsonLines(fd)
  // Most processes have no terminal, and start without it.
  const { default: readableLines } = await import('pino-pretty')
  return readableLines({
    destination: fd,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
}

/**
 * A file descriptor, which may be a file on a full disk: the service works on without its log, and writes again as soon
 * as there is room.
 */
function jsonLines(fd: number): DestinationStream {
  // @NOTE `sync`: otherwise pino tries at the exit to write what is left, again and again until the disk takes it.
  const stream = pino.destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES })
  // @NOTE there is nowhere left to say it. Without a listener the error ends the process, in the middle of its work.
  stream.on('error', () => undefined)
  return stream
}
