import { startApp } from './app.ts'
import { readConfig, unknownSettings, type Config } from './config.ts'
import { createLogger, logOutput, type Logger } from '../lib/logger.ts'
import { isTerminalKept, offerSetup } from './setup-link.ts'
import { listenForStop, type StopRequest } from './stop-signal.ts'

/** The server: reads the environment, starts, and stops on SIGTERM or SIGINT with everything written. */
async function main(): Promise<void> {
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
    await serve(config, log, stop)
  } catch (error) {
    // A stop that was asked for during the start is no failure.
    if (error !== stop.signal.reason) throw error
  }
  log.info('stopped')
}

async function serve(config: Config, log: Logger, { asked, signal }: StopRequest): Promise<void> {
  await using app = await startApp(config, { log, signal })
  log.info({ url: app.url, database: config.databaseFile }, 'listening')
  await offerSetup(app.services, process.stdout, isTerminalKept())
  log.info({ signal: await asked }, 'stopping')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
