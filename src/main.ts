import { startApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLogger } from './core/logger.ts'

/** The server: reads the environment, starts, and stops on SIGTERM or SIGINT with everything written. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  const app = await startApp(config, { log })
  log.info({ url: app.url }, 'listening')
  // Garbage is collected when the heap has grown by two fifths, not to several times of what is in use: a cheap machine
  // has little memory, and scans and exports make much garbage. Not before the start: with other flags than its own, Node
  // compiles its modules anew.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--heap-growing-percent=40')
  if (!(await app.services.database.accounts.hasUsers())) {
    log.info('no owner yet; make one with: npm run citable -- owner create --email you@example.com')
  }
  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping')
    await app[Symbol.asyncDispose]()
    log.info('stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly')
        process.exitCode = 1
      })
    })
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
