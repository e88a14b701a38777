import { existsSync } from 'node:fs'
import { hasOlderSchema } from '../../db/sqlite/inspect.ts'
import { VERSION } from '../kernel/door/version.ts'
import { readConfig, type Config } from '../server/config.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openServices, type Services } from '../server/services.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM } from './command.ts'
import { cliLogger } from './cli-logger.ts'
import { isServed, lostCommitsOf } from './doctor/check-data.ts'

export interface WithServicesOptions {
  mayCreate?: boolean
  /**
   * True for a command that brings the schema up to date even while a server of an earlier version runs on the data.
   */
  mayMigrate?: boolean
  /** Returns the address of the service, for work that shows addresses of it. */
  url?: (config: Config) => string
}

/**
 * Runs work on the database of the environment, possibly at the same time as a server. Only commands that make sense on
 * an empty database create one: any other command would work on a database that was not meant, and find nothing in it.
 */
export async function withServices<T>(
  work: (services: Services, config: Config) => Promise<T>,
  { mayCreate = false, mayMigrate = false, url }: WithServicesOptions = {},
): Promise<T> {
  const config = readConfig()
  const { databaseFile } = config
  if (!mayCreate && !existsSync(databaseFile)) {
    throw new CliError(
      `There is no database at ${databaseFile}; make one with ${PROGRAM} owner create --email you@example.com, or set DATABASE_URL to where it is`,
    )
  }
  if (!mayMigrate) assertNotAhead(databaseFile)
  const options = { url: url?.(config) }
  // Opening the file after a kill reads the log, and ending deletes it.
  const lost = lostCommitsOf(databaseFile)
  await using services = await openServices(config, systemClock, cliLogger(config), options)
  if (lost) await services.database.lose(lost)
  return await work(services, config)
}

/**
 * Throws where a server of an earlier version has the data and the schema would have to change. A running server reads
 * and writes the schema that it knows, so an operator who upgrades must restart it first.
 */
function assertNotAhead(databaseFile: string): void {
  if (!existsSync(databaseFile)) return
  if (!hasOlderSchema(databaseFile, VERSION) || !isServed(databaseFile)) return
  throw new CliError(
    `A server of an earlier version has the data at ${databaseFile}: restart it, which brings the schema up to date, and run this again`,
  )
}
