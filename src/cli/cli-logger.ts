import type { Config } from '../server/config.ts'
import { createLogger, type Logger } from '../lib/logger.ts'

/** Logs to standard error, since standard output is for the result of a command. */
export const cliLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  createLogger(logLevel === 'info' ? 'warn' : logLevel, process.stderr)
