import { rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { startApp, type App } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createLogger } from '../lib/logger.ts'
import { newId } from '../domain/ids.ts'
import type { PlanEvent } from '../domain/subscription/plan-state.ts'
import { changePlan } from '../kernel/plan/change-plan.ts'
import { planOf, type Plan } from '../kernel/plan/plans.ts'
import { OPERATOR, type Role } from '../kernel/door/principal.ts'
import type { GrantableScope } from '../kernel/door/scopes.ts'
import { hashToken, mintToken } from '../kernel/credentials/tokens.ts'
import type { ResolveTxt } from '../net/find-txt-record.ts'
import type { Resolve } from '../net/guarded-connector.ts'
import type { Wait } from '../lib/time/wait.ts'
import { WorkerPool } from '../queue/worker-pool.ts'
import { NO_CALLER } from '../cli/operator.ts'
import { addDomain } from '../features/domains/add-domain.ts'
import { issueKey } from '../features/keys/issue-key.ts'
import { bundledThread } from './bundled.ts'
import { FakeClock } from './fake-clock.ts'
import { assertDescribed } from './open-api.ts'
import { copyMigrated, newDataDirectory } from './new-data-directory.ts'
import { inspectData } from './stored-events.ts'

/** The agent of a browser; `isbot` takes those of curl and Node for bots. */
export const BROWSER_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export interface TestOrg {
  id: string
  userId: string
}

export interface ApiAnswer {
  status: number
  headers: Headers
  body: {
    // Tests look into answers freely; a wrong shape fails the expectation that reads it.
    data: Record<string, unknown> & { id?: string }
    error: null | {
      code: string
      message: string
      fields: { path: string; location?: string; code: string; rule?: string; message: string }[]
    }
    meta: Record<string, unknown> & { requestId: string; nextCursor?: string | null }
  }
}

interface Options {
  environment?: Record<string, string>
  useFastLane?: boolean
  checksTables?: boolean
  /** The folder of the data; by default a new one that goes with the app. */
  directory?: string
  startAt?: string
  /** Waits between requests to engines; by default for no time at all. */
  wait?: Wait
  /** Resolves names; by default no name has an address, so that a test sends no request outside. */
  resolve?: Resolve
  /** Resolves names to TXT records; by default a name has no such record. */
  resolveTxt?: ResolveTxt
}

function migratedDirectory(): string {
  const directory = newDataDirectory()
  copyMigrated(directory)
  return directory
}

const nowhere = () =>
  Promise.reject(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }))

const noWait: Wait = async (_, signal) => {
  await nextTurn()
  signal.throwIfAborted()
}

/** One pool serves all services of a test file, because each pool reads its sources again. It ends with the process. */
class SharedWorkerPool extends WorkerPool {
  override async [Symbol.asyncDispose](): Promise<void> {}
}
const tasks = bundledThread('tasks')
const sharedWorkerPool = new SharedWorkerPool({ module: tasks, source: tasks })

/** A running service on a free port, with a SQLite file in a temporary folder and a clock that stands still. */
export class TestApp implements AsyncDisposable {
  readonly app: App
  readonly clock: FakeClock
  readonly directory: string
  readonly logs: string[]
  readonly #ownsDirectory: boolean

  private constructor(parts: {
    app: App
    clock: FakeClock
    directory: string
    logs: string[]
    owns: boolean
  }) {
    this.app = parts.app
    this.clock = parts.clock
    this.directory = parts.directory
    this.logs = parts.logs
    this.#ownsDirectory = parts.owns
  }

  static async start(options: Options = {}): Promise<TestApp> {
    const directory = options.directory ?? migratedDirectory()
    const clock = new FakeClock(options.startAt ?? '2026-11-20T12:00:00.000Z')
    const logs: string[] = []
    const log = createLogger('debug', { write: (line) => logs.push(line) })
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: `sqlite:${join(directory, 'citable.db')}`,
      ...options.environment,
    })
    const app = await startApp(config, {
      now: clock.now,
      elapsed: clock.elapsed,
      wait: options.wait ?? noWait,
      log,
      checksTables: options.checksTables ?? false,
      resolve: options.resolve ?? nowhere,
      resolveTxt: options.resolveTxt ?? nowhere,
      workerPool: sharedWorkerPool,
      readWorker: bundledThread('read-worker'),
      ...(options.useFastLane !== undefined && { useFastLane: options.useFastLane }),
    })
    return new TestApp({ app, clock, directory, logs, owns: options.directory === undefined })
  }

  get url(): string {
    return this.app.url
  }

  /** Makes an organization with its owner, who has no usable password. */
  async org(plan: Plan = 'business', name = 'Test'): Promise<TestOrg> {
    const now = this.clock.now()
    const id = newId('org', now)
    const userId = newId('usr', now)
    await this.app.services.database.accounts.createOwner({
      organization: { id, name, plan, created_at: now },
      user: { id: userId, email: `${userId}@example.com`, password_hash: '', created_at: now },
    })
    return { id, userId }
  }

  /** Puts an organization on another plan, as its operator. */
  async changePlan(org: Pick<TestOrg, 'id'>, plan: Plan): Promise<void> {
    const event = { kind: 'subscribed', plan, trialEnd: null } as const
    await this.tellPlan(org, [event])
  }

  /** Reports to the plan of an organization what happened to it. */
  async tellPlan({ id }: Pick<TestOrg, 'id'>, events: readonly PlanEvent[]): Promise<void> {
    const { context } = this.app.services
    await context
      .tenant(id)
      .transaction((trx) => changePlan(context, trx, events, { actor: OPERATOR, requestId: null }))
  }

  /** Makes a key of the organization, even where its plan has no keys. */
  async key(org: TestOrg, scopes: readonly GrantableScope[] = ['*']): Promise<string> {
    const { context } = this.app.services
    const { token } = await issueKey(context.tenant(org.id), {
      name: 'test',
      scopes,
      expiresAt: null,
      plan: planOf('self_hosted'),
      actor: { type: 'system', id: 'test' },
      requestId: null,
      now: this.clock.now(),
    })
    return token
  }

  /** Makes a session of the organization's owner, or of another member with the given role. */
  async session(org: TestOrg, role: Role = 'owner'): Promise<string> {
    const now = this.clock.now()
    const { accounts } = this.app.services.database
    const userId = role === 'owner' ? org.userId : newId('usr', now)
    if (role !== 'owner') {
      await accounts.addMember(
        { id: userId, email: `${userId}@example.com`, password_hash: '', created_at: now },
        { org_id: org.id, user_id: userId, role },
      )
    }
    const token = mintToken('session')
    await accounts.addSession(
      {
        id: newId('ses', now),
        token_hash: hashToken(token),
        user_id: userId,
        org_id: org.id,
        created_at: now,
        last_seen_at: now,
        expires_at: now + 86_400_000,
      },
      // `org` and the lines above make members like this.
      { most: 100, passwordHash: '' },
    )
    return token
  }

  /** Makes a site of the organization, by default `https://example.com/` in UTC, that is not scanned. */
  async site(
    token: string,
    { aliases = [], ...fields }: Record<string, unknown> & { aliases?: readonly string[] } = {},
  ): Promise<string> {
    const answer = await this.api('POST', '/sites', {
      token,
      body: {
        ...('domain' in fields ? {} : { url: 'https://example.com/' }),
        scan: false,
        ...fields,
      },
    })
    if (answer.status !== 201) throw new Error(`No site: ${JSON.stringify(answer.body.error)}`)
    const id = String(answer.body.data.id)
    for (const host of aliases) await this.vouchFor(id, host)
    return id
  }

  /** Gives a site another domain, without a proof, as the operator of the service may. */
  async vouchFor(siteId: string, host: string): Promise<void> {
    const { context } = this.app.services
    const orgId = inspectData(this.directory, (db) =>
      db.prepare<[string], string>('SELECT org_id FROM site WHERE id = ?').pluck().get(siteId),
    )
    const operator = { kind: 'operator', orgId: orgId ?? '', plan: 'self_hosted' } as const
    const caller = { ...NO_CALLER, requestId: context.newId('req') }
    await addDomain.execute(context, operator, caller, { id: siteId, host })
  }

  async api(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        // A test may work for longer than the server keeps a connection open, and would meet one that it is closing.
        connection: 'close',
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && {
        body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
      }),
    })
    // @NOTE every /api/v1 answer is the envelope; a test that gets something else fails on it.
    const body = (await response.json()) as ApiAnswer['body']
    const headers = Object.fromEntries(response.headers)
    assertDescribed(method, `/api/v1${path}`, { status: response.status, headers, body })
    return { status: response.status, headers: response.headers, body }
  }

  /** Sends events as a reader's browser would. */
  collect(
    siteId: string,
    events: unknown[],
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    return this.api('POST', '/collect', {
      body: { siteId, events },
      headers: { 'user-agent': BROWSER_USER_AGENT, ...headers },
    })
  }

  /** The boot id that the site's widget gets with its configuration. */
  async boot(siteId: string): Promise<string> {
    const { body } = await this.api('GET', `/sites/${siteId}/config`)
    return String(body.data['boot'])
  }

  /** Sends events as the widget of a site does. */
  async beacon(
    siteId: string,
    events: unknown[],
    headers: Record<string, string>,
  ): Promise<ApiAnswer> {
    return this.api('POST', '/collect', {
      body: { siteId, boot: await this.boot(siteId), events },
      headers: { 'user-agent': BROWSER_USER_AGENT, ...headers },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
    if (this.#ownsDirectory) rmSync(this.directory, { recursive: true, force: true })
  }
}
