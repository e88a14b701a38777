import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { toUnusableDatabaseError } from './errors.ts'
import { CallerHandles, type MadeHandles } from './handles.ts'
import type { EventSink } from './ingest/event-sink.ts'
import { SqliteEventSink } from './sqlite/ingest/event-sink.ts'
import { JobStore } from './jobs/job-store.ts'
import { isUpToDate, migrateToLatest } from './migrate.ts'
import { ReadPool } from './sqlite/read-pool.ts'
import { appliedMigrations } from './sqlite/applied-migrations.ts'
import { connectReader, connectWriter, type SqliteConnection } from './sqlite/connect.ts'
import { closeOnThrow } from './sqlite/binding.ts'
import type { Damage } from './sqlite/check-tables.ts'
import { SqliteCredentialStore } from './sqlite/credential-store.ts'
import { DamageWatch, type DamageListener } from './sqlite/damage-watch.ts'
import { sqliteDialect, type TranslateError } from './sqlite/driver.ts'
import { makePrivateFile, makePrivateFolder, type ExposedHandler } from './sqlite/private-file.ts'
import { siteReader } from './sqlite/read-site.ts'
import { readDialect, toReadRows, type RunRead } from './sqlite/reader.ts'
import { StatementCache } from './sqlite/statement-cache.ts'
import { KnownRows } from './sqlite/known-rows.ts'
import { LogCheckpointer } from './sqlite/log-checkpointer.ts'
import { AccountStore } from './system/accounts.ts'
import { AssistantCallLog } from './system/assistant-call-log.ts'
import type { CredentialStore } from './system/credentials.ts'
import { GatewayEvents } from './system/gateway-events.ts'
import { HealthReads } from './system/health-reads.ts'
import { truncateLog } from './system/purge.ts'
import { PublishedPrompts } from './system/published-prompts.ts'
import { WidgetPages } from './system/widget-pages.ts'
import { IngestSites } from './system/ingest-sites.ts'
import { MailPermits } from './system/mail-permits.ts'
import { OauthGrants } from './system/oauth-grants.ts'
import { OauthRequests } from './system/oauth-requests.ts'
import { OauthClients } from './system/oauth-clients.ts'
import { MaintenanceStore } from './system/maintenance.ts'
import { PeopleStore } from './system/people.ts'
import { QuestionPurge } from './system/question-purge.ts'
import { Retention } from './system/retention.ts'
import { SignInGuesses } from './system/sign-in-guesses.ts'
import { TenantDb } from './tenant/tenant-db.ts'
import type { Tables } from './tables/schema.ts'
import { DeliveryStore } from './webhooks/delivery-store.ts'

/**
 * The data of the service: one writing connection, one reading connection for quick reads, threads for long ones.
 * Features get a `TenantDb`; the system handles are for auth, collecting, maintenance and the command line.
 */
export class Database implements AsyncDisposable {
  readonly credentials: CredentialStore
  readonly accounts: AccountStore
  readonly people: PeopleStore
  readonly assistantCalls: AssistantCallLog
  readonly guesses: SignInGuesses
  readonly mailPermits: MailPermits
  readonly gatewayEvents: GatewayEvents
  readonly oauthRequests: OauthRequests
  readonly oauthGrants: OauthGrants
  readonly oauthClients: OauthClients
  readonly health: HealthReads
  readonly ingestSites: IngestSites
  readonly widgetPages: WidgetPages
  readonly published: PublishedPrompts
  readonly maintenance: MaintenanceStore
  readonly retention: Retention
  readonly questionPurge: QuestionPurge
  readonly jobs: JobStore
  readonly deliveries: DeliveryStore
  readonly events: EventSink
  /** The watch that knows the parts of the file that cannot be read; it checks the tables once its check is started. */
  readonly damage: DamageWatch
  /** The absolute path of the database. */
  readonly file: string
  readonly migrated: readonly string[]
  readonly #handles: MadeHandles
  readonly #pool: ReadPool
  readonly #log: LogCheckpointer
  readonly #reader: SqliteConnection

  private constructor(parts: Parts, migrated: string[]) {
    this.file = parts.file
    this.migrated = migrated
    this.#handles = parts.handles
    this.#pool = parts.pool
    this.#log = parts.log
    this.#reader = parts.reader
    this.damage = parts.damage
    this.credentials = new SqliteCredentialStore(parts.write, parts.reader, parts.handles.translate)
    this.accounts = new AccountStore(parts.write)
    this.people = new PeopleStore(parts.write)
    this.assistantCalls = new AssistantCallLog(parts.write)
    this.guesses = new SignInGuesses(parts.write)
    this.mailPermits = new MailPermits(parts.write)
    this.gatewayEvents = new GatewayEvents(parts.write)
    this.oauthRequests = new OauthRequests(parts.write)
    this.oauthGrants = new OauthGrants(parts.write)
    this.oauthClients = new OauthClients(parts.write)
    this.health = new HealthReads(
      toReadRows(readOnEventLoop(parts.reader, parts.handles.translate)),
    )
    this.widgetPages = new WidgetPages(parts.handles.read)
    this.published = new PublishedPrompts(parts.handles.read)
    this.ingestSites = new IngestSites(siteReader(parts.reader, parts.handles.translate))
    this.maintenance = new MaintenanceStore({
      write: parts.write,
      scan: new CallerHandles(parts.handles, parts.pool, MAINTENANCE).scan,
      briefScan: new CallerHandles(parts.handles, parts.pool, BRIEF_MAINTENANCE).scan,
    })
    this.retention = new Retention(parts.write)
    this.questionPurge = new QuestionPurge(parts.write)
    this.jobs = new JobStore(parts.write, () => randomUUID())
    this.deliveries = new DeliveryStore(parts.handles, this.jobs, () => randomUUID())
    this.events = new SqliteEventSink(parts.write, parts.writer, parts.handles)
  }

  /**
   * Opens or creates a database file, and brings its schema up to date. Throws UnusableDatabaseError where this version
   * of the service cannot use the file.
   */
  static async open(file: string, options: DatabaseOptions): Promise<Database> {
    const { writer, applied } = openWriter(file, options)
    const damage = new DamageWatch(file, options)
    const translate: TranslateError = (error, sql) => damage.translate(error, sql)
    const write = new Kysely<Tables>({ dialect: sqliteDialect(writer, translate) })
    const migrated = isUpToDate(applied) ? [] : await migrateFile(file, write, options)
    const reader = await closeOnError(write, () => connectReader(file))
    const pool = new ReadPool(file, {
      timeoutMs: options.queryTimeoutMs,
      worker: options.readWorker,
    })
    const near = readOnEventLoop(reader, translate)
    const read = new Kysely<Tables>({ dialect: readDialect(near) })
    const known = new KnownRows(reader)
    const readRows = known.of(toReadRows(near))
    const handles = { read, readRows, known, write, translate, ...TELL_NOBODY }
    const log = new LogCheckpointer(
      file,
      () => pool.checkpointLog(),
      (error) => options.checkpointFailed(translate(error)),
    )
    return new Database({ file, writer, reader, pool, log, write, handles, damage }, migrated)
  }

  /** Sets the function that is called with the name of a queue once new jobs in it are committed. */
  onJobs(wake: (queue: string) => void): void {
    this.#handles.wakeQueue = wake
  }

  /**
   * Reports commits that SQLite left out of the log at opening, and begins a new log, so that the next start reports
   * nothing.
   */
  async lose(damage: Damage): Promise<void> {
    this.damage.lose(damage)
    await truncateLog(this.#handles.write)
  }

  /** Tells the function that `onJobs` set that a queue may have a job that is due. */
  wakeJobs(queue: string): void {
    this.#handles.wakeQueue(queue)
  }

  /** Sets the function that is called with the id of an organization once new domain events of it are committed. */
  onEmitted(tell: (orgId: string) => void): void {
    this.#handles.tellEmitted = tell
  }

  /**
   * Returns the data of an organization; `untilLeft` returns a signal that ends the long reads of a caller who has
   * left.
   */
  tenant(orgId: string, untilLeft?: () => AbortSignal): TenantDb {
    return new TenantDb(new CallerHandles(this.#handles, this.#pool, { orgId, untilLeft }), orgId)
  }

  /** Stores the events that wait, then closes the file and ends the threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.events.drain()
    this.#log[Symbol.dispose]()
    this.damage[Symbol.dispose]()
    await this.#pool.close()
    this.#reader.close()
    await this.#handles.write.destroy()
  }
}

const nobody = (): void => undefined
const TELL_NOBODY = { wakeQueue: nobody, tellEmitted: nobody }

/** The caller of the reads of maintenance, which take turns with those of organizations. */
const MAINTENANCE = { orgId: 'maintenance', untilLeft: undefined }
/** Milliseconds that a read may wait and take if no event can be stored meanwhile. */
const BRIEF_MS = 3_000
const BRIEF_MAINTENANCE = { orgId: 'maintenance', untilLeft: () => AbortSignal.timeout(BRIEF_MS) }

export interface DatabaseOptions extends DamageListener {
  /** The version of the service that opens the file; it is stored with each migration. */
  version: string
  exposed: ExposedHandler
  /** The milliseconds that a read of single events, a search or a page of an export may take. */
  queryTimeoutMs: number
  /** The address of the script of a reading thread; by default the one in the folder of this code. */
  readWorker?: URL | undefined
  /** A function that is called with the reason when a checkpoint fails; the checkpoint is tried again. */
  checkpointFailed(error: unknown): void
}

function openWriter(file: string, { version, exposed }: DatabaseOptions) {
  try {
    makePrivateFolder(dirname(file))
    makePrivateFile(file, exposed)
    const writer = connectWriter(file)
    const applied = closeOnThrow(writer, () => appliedMigrations(writer, { file, version }))
    return { writer, applied }
  } catch (error) {
    throw toUnusableDatabaseError(file, error)
  }
}

/** Brings the schema of an open file up to date; closes the file where that fails. */
async function migrateFile(
  file: string,
  write: Kysely<Tables>,
  { version }: DatabaseOptions,
): Promise<string[]> {
  return closeOnError(write, async () => {
    try {
      return await migrateToLatest(write, version)
    } catch (error) {
      throw toUnusableDatabaseError(file, error)
    }
  })
}

async function closeOnError<T>(write: Kysely<Tables>, next: () => T | Promise<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    await write.destroy()
    throw error
  }
}

interface Parts {
  file: string
  writer: SqliteConnection
  reader: SqliteConnection
  pool: ReadPool
  log: LogCheckpointer
  write: Kysely<Tables>
  handles: MadeHandles
  damage: DamageWatch
}

function readOnEventLoop(connection: SqliteConnection, translate: TranslateError): RunRead {
  const statements = new StatementCache(connection)
  return async (sql, parameters, form) => {
    try {
      return statements.get(sql, form).all(parameters)
    } catch (error) {
      throw translate(error, sql)
    }
  }
}
