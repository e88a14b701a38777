import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import type { Config } from './config.ts'
import { diskHealth, ingestHealth, queueHealth } from './part-health.ts'
import type { ServingServices } from './services.ts'

/** The milliseconds for which the state of the service is kept: anyone may ask for it, and as often as they like. */
const KEEP_MS = 1_000

type Parts = Readonly<Record<string, PartHealth>>

export type ReadParts = () => Promise<Parts>

/** Makes the function that reports the state of each part of the service. It never rejects; a change is logged once. */
export function partsReader(config: Config, services: ServingServices): ReadParts {
  const { elapsed } = services.context
  const folder = dirname(config.databaseFile)
  let known: { parts: Promise<Parts>; untilMs: number } | undefined
  let before: Parts = {}
  const read = async (): Promise<Parts> => {
    const parts = await readParts(folder, services)
    for (const [part, { status, reason }] of Object.entries(parts)) {
      if (status === (before[part]?.status ?? 'ok')) continue
      if (status === 'ok') services.log.info({ part }, 'a part is well again')
      else services.log.warn({ part, status, reason }, 'a part is not well')
    }
    before = parts
    return parts
  }
  return () => {
    if (!known || elapsed() >= known.untilMs) {
      known = { parts: read(), untilMs: elapsed() + KEEP_MS }
    }
    return known.parts
  }
}

async function readParts(folder: string, services: ServingServices): Promise<Parts> {
  const { database, context, deliveries, jobs, maintenance, log } = services
  try {
    await database.health.ping()
  } catch (error) {
    log.error({ err: error }, 'not ready')
    // Other parts are not read: they would fail in the same way, or show nothing that helps.
    const reason = database.damage.reason() ?? 'the database cannot be read'
    return { database: { status: 'down', reason } }
  }
  const queue = async (): Promise<PartHealth> => {
    const health = jobs.health()
    if (health.status !== 'ok') return health
    return queueHealth(await database.health.oldestJobAt(), context.now())
  }
  const migrations = async (): Promise<PartHealth> =>
    (await database.health.isSchemaNewer())
      ? degraded('a later version has changed the schema; start that version')
      : HEALTHY
  const damage = database.damage.reason()
  return {
    database: damage === undefined ? HEALTHY : degraded(damage),
    disk: await looked(log, async () => diskHealth(await statfs(folder))),
    queue: await looked(log, queue),
    ingest: ingestHealth(database.events.state()),
    ...(context.mailer && { mail: context.mailer.health() }),
    maintenance: maintenance.health(),
    webhooks: deliveries.health(),
    migrations: await looked(log, migrations),
  }
}

/**
 * Returns the health of a part; one that cannot be read counts as degraded, and the log has the reason, which may name
 * files.
 */
async function looked(
  log: ServingServices['log'],
  look: () => Promise<PartHealth>,
): Promise<PartHealth> {
  try {
    return await look()
  } catch (error) {
    log.warn({ err: error }, 'a part of the service could not be looked at')
    return degraded('it could not be looked at; the log says why')
  }
}
