import type { Config } from '../server/config.ts'
import { createLogger, type Logger } from '../lib/logger.ts'

/** Standard output is for what a command answers, so what is logged goes elsewhere. */
export const logOf = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  createLogger(logLevel === 'info' ? 'warn' : logLevel, process.stderr)
