import type { Config } from '../server/config.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { endBarLine } from './progress-bar.ts'

/**
 * Logs to standard error, since standard output is for the result of a command; a bar that stands there keeps its line.
 */
export const cliLogger = (
  { logLevel }: Pick<Config, 'logLevel'>,
  out: NodeJS.WritableStream = process.stderr,
): Logger =>
  createLogger(logLevel === 'info' ? 'warn' : logLevel, {
    write(line) {
      endBarLine(out)
      out.write(line)
    },
  })
