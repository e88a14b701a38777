import { existsSync } from 'node:fs'
import { readConfig, type Config } from '../server/config.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openServices, type Services } from '../server/services.ts'
import { CliError } from './cli-error.ts'
import { PROGRAM } from './command.ts'
import { cliLogger } from './cli-logger.ts'

interface WithServicesOptions {
  mayCreate?: boolean
  /** Where the service is reached, for work that tells addresses of it. */
  url?: (config: Config) => string
}

/**
 * Runs work on the database of the environment, possibly beside a server. Only commands that make sense on an empty
 * database create one: any other would work on a database that nobody meant, and find nothing in it.
 */
export async function withServices<T>(
  work: (services: Services, config: Config) => Promise<T>,
  { mayCreate = false, url }: WithServicesOptions = {},
): Promise<T> {
  const config = readConfig()
  const { databaseFile } = config
  if (!mayCreate && !existsSync(databaseFile)) {
    throw new CliError(
      `There is no database at ${databaseFile}; make one with ${PROGRAM} owner create --email you@example.com, or set DATABASE_URL to where it is`,
    )
  }
  const options = { url: url?.(config) }
  await using services = await openServices(config, systemClock, cliLogger(config), options)
  return await work(services, config)
}
