import { startApp } from './app.ts'
import type { ProgramCopy } from './program-copy.ts'
import { readConfig, unknownSettings, type Config } from './config.ts'
import { createLogger, logOutput, type Logger } from '../lib/logger.ts'
import { isTerminalKept, offerSetup } from './setup-link.ts'
import { listenForStop, type StopRequest } from './stop-signal.ts'

interface Program {
  /** The copy that this server runs from; absent where it runs from its own place. */
  program?: ProgramCopy
  /** The reason why the server runs from the installation, where it should have a copy. */
  notCopied?: Error | undefined
}

/** Runs the server to its end, and writes to standard error the error that kept it from running. */
export async function runServer(program: Program): Promise<void> {
  try {
    await main(program)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Runs the server: reads the environment, starts, and stops on SIGTERM or SIGINT with everything written. */
async function main(program: Program): Promise<void> {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) {
    throw new Error(`The server takes no arguments (${argument}); commands are run by citable`)
  }
  const stop = listenForStop()
  const config = readConfig()
  const log = createLogger(config.logLevel, await logOutput(process.stdout))
  for (const { name, meant, file } of unknownSettings()) {
    log.warn({ setting: name, meant, file }, 'there is no such setting')
  }
  try {
    await serve(config, log, { ...stop, ...program })
  } catch (error) {
    // A stop that was requested during the start is not a failure.
    if (error !== stop.signal.reason) throw error
  }
  log.info('stopped')
}

async function serve(
  config: Config,
  log: Logger,
  { asked, signal, program, notCopied }: StopRequest & Program,
): Promise<void> {
  await using app = await startApp(config, { log, signal })
  program?.removeLeft()
  if (notCopied) log.warn({ err: notCopied }, 'stop this server before its files are replaced')
  log.info({ url: app.url, database: config.databaseFile }, 'listening')
  await offerSetup(app.services, process.stdout, isTerminalKept())
  log.info({ signal: await asked }, 'stopping')
}
