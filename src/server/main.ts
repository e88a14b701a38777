import { startApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createLogger, logOutput, type Logger } from '../lib/logger.ts'
import { listenForStop, type StopRequest } from './stop-signal.ts'

/** The server: reads the environment, starts, and stops on SIGTERM or SIGINT with everything written. */
async function main(): Promise<void> {
  const stop = listenForStop()
  const config = readConfig()
  const log = createLogger(config.logLevel, await logOutput(process.stdout))
  try {
    await serve(config, log, stop)
  } catch (error) {
    // A start that was still trying.
    if (error !== stop.signal.reason) throw error
  }
  log.info('stopped')
}

async function serve(config: Config, log: Logger, { asked, signal }: StopRequest): Promise<void> {
  await using app = await startApp(config, { log, signal })
  await tuneEngine()
  const hasOwner = await app.services.database.accounts.hasUsers()
  log.info({ url: app.url, database: config.databaseFile }, 'listening')
  if (!hasOwner) {
    log.info('no owner yet; make one with: npx citable owner create --email you@example.com')
  }
  log.info({ signal: await asked }, 'stopping')
}

/**
 * Settings of V8 for a machine that is small, and may have one core. Garbage is collected when the heap has grown by two
 * fifths, not to several times of what is in use; young garbage by the thread that made it, since helpers would have to
 * wait for a core; and functions are optimised when they are hotter than V8 asks for, since that is much work as well.
 * Not before the start: with other flags than its own, Node compiles its modules anew.
 */
async function tuneEngine(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--heap-growing-percent=40')
  setFlagsFromString('--no-parallel-scavenge')
  // Later versions count calls, and have a compiler between.
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=400000')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
