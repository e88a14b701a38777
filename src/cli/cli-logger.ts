import type { Config } from '../server/config.ts'
import { createLogger, type Logger } from '../lib/logger.ts'
import { endBarLine } from './progress-bar.ts'

/**
 * Makes a logger that writes to standard error, since standard output is for the result of a command. A progress bar on
 * standard error keeps a line of its own.
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
