import { readConfig, type Config } from '../config.ts'
import { systemClock } from '../core/clock.ts'
import { createLogger } from '../core/logger.ts'
import { openServices, type Services } from '../services.ts'

/** Runs on the database of the environment, beside a server that may be running on it. */
export async function withServices<T>(
  work: (services: Services, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const log = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel)
  await using services = await openServices(config, systemClock, log)
  return await work(services, config)
}
