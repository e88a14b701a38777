import { Database, sqliteFile } from '../db/open.ts'
import { openPermitStore } from '../db/permit-store.ts'
import { Authenticator } from './auth/authenticate.ts'
import { AddressReader } from './auth/client-address.ts'
import { Limits } from './auth/limits.ts'
import { createPasswords } from './auth/passwords.ts'
import { RateLimiter } from './auth/rate-limit.ts'
import type { Config } from './config.ts'
import type { AppContext } from './core/app-context.ts'
import type { Clock } from './core/clock.ts'
import { CursorSigner } from './core/cursor.ts'
import { NO_HOOKS } from './core/hooks.ts'
import { newId } from './core/ids.ts'
import type { Logger } from './core/logger.ts'
import { dayStart, localDay } from './core/zone.ts'
import { CallerReader } from './http/request-info.ts'
import { Gate } from './queue/gate.ts'
import { Upkeep } from './queue/upkeep.ts'
import { deriveKey, readSecretKey } from './secret-key.ts'

/** Pages of a site that may come into being from events alone: made-up paths must not grow the tables. */
const MAX_PAGES_PER_SITE = 50_000

export interface Services extends AsyncDisposable {
  readonly context: AppContext
  readonly database: Database
  readonly upkeep: Upkeep
  readonly authenticator: Authenticator
  readonly limits: Limits
  readonly callers: CallerReader
  readonly log: Logger
}

/** Opens the data, bringing its schema up to date, and everything that stands on it; nothing listens. */
export async function openServices(config: Config, now: Clock, log: Logger): Promise<Services> {
  const file = sqliteFile(config.databaseUrl)
  const secret = readSecretKey(config.secretKey, file)
  const database = await openDatabase(file, config.queryTimeoutMs)
  const upkeep = new Upkeep({
    maintenance: database.maintenance,
    retention: database.retention,
    sites: database.ingestSites,
    events: database.events,
    now,
    log,
  })
  const authenticator = new Authenticator(database.credentials, now)
  const addresses = new AddressReader(config.trustProxy, deriveKey(secret, 'addresses'))
  const limiter = new RateLimiter({ now, store: openPermitStore(`${file}-limits`) })
  return {
    context: { ...contextOf(database, upkeep, secret, now), publicUrl: config.publicUrl ?? '' },
    database,
    upkeep,
    authenticator,
    limits: new Limits(limiter, addresses),
    callers: new CallerReader(addresses, config.countryHeader, now),
    log,
    async [Symbol.asyncDispose]() {
      await upkeep[Symbol.asyncDispose]()
      await authenticator.flushUses()
      await database[Symbol.asyncDispose]()
      limiter.close()
    },
  }
}

function openDatabase(file: string, queryTimeoutMs: number): Promise<Database> {
  return Database.open(file, {
    queryTimeoutMs,
    maxPagesPerSite: MAX_PAGES_PER_SITE,
    newPageId: (atMs) => newId('pg', atMs),
    newTopicId: (atMs) => newId('top', atMs),
    dayBounds: (zone, day) => ({ fromMs: dayStart(zone, day), toMs: dayStart(zone, day + 1) }),
    localDay,
  })
}

function contextOf(
  database: Database,
  upkeep: Upkeep,
  secret: Buffer,
  now: Clock,
): Omit<AppContext, 'publicUrl'> {
  const hashing = new Gate({ concurrency: 2, maxWaiting: 20 })
  return {
    now,
    newId: (prefix) => newId(prefix, now()),
    tenant: (orgId) => database.tenant(orgId),
    cursors: new CursorSigner(deriveKey(secret, 'cursors')),
    hooks: NO_HOOKS,
    passwords: createPasswords((work) => hashing.run(work)),
    system: { accounts: database.accounts, sites: database.ingestSites, events: database.events },
    background: upkeep,
  }
}
