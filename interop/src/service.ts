import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../src/domain/ids.ts'
import { issueKey } from '../../src/features/keys/issue-key.ts'
import { planOf } from '../../src/kernel/plan/plans.ts'
import { hashToken, mintToken } from '../../src/kernel/credentials/tokens.ts'
import type { GrantableScope } from '../../src/kernel/door/scopes.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { DAY_MS, systemClock } from '../../src/lib/time/clock.ts'
import type { Resolve } from '../../src/net/guarded-connector.ts'
import { startApp, type App } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { TestBrowser } from '../../src/testing/oauth-flow.ts'
import { Person } from './person.ts'

/** The agent of a browser: events of anything else are counted as those of a bot. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

export const SITE = 'tea.example'

interface Options {
  settings?: Readonly<Record<string, string>>
  resolve?: Resolve
}

interface Owner {
  orgId: string
  userId: string
}

/** The service on a free port, from sources, with a site that readers were on. Its data goes with it. */
export class TriedService implements AsyncDisposable {
  readonly app: App
  readonly #directory: string
  readonly #clock: LateClock
  readonly #owner: Owner

  private constructor(parts: { app: App; directory: string; clock: LateClock; owner: Owner }) {
    this.app = parts.app
    this.#directory = parts.directory
    this.#clock = parts.clock
    this.#owner = parts.owner
  }

  static async start({ settings: given, resolve }: Options = {}): Promise<TriedService> {
    const directory = mkdtempSync(join(tmpdir(), 'citable-interop-'))
    const settings = {
      PORT: '0',
      DATABASE_URL: `sqlite:${join(directory, 'citable.db')}`,
      // The conformance suite comes through a proxy of ours.
      TRUST_PROXY: '1',
      ...given,
    }
    const log = createLogger('error', { write: (line) => process.stderr.write(line) })
    const clock = new LateClock()
    const options = { log, now: clock.now, ...(resolve && { resolve }) }
    const app = await startApp(readConfig(settings), options)
    const owner = await makeOrganization(app)
    const service = new TriedService({ app, directory, clock, owner })
    await service.#fill()
    return service
  }

  get url(): string {
    return this.app.url
  }

  async key(scopes: readonly GrantableScope[] = ['*']): Promise<string> {
    const { context } = this.app.services
    const { token } = await issueKey(context.tenant(this.#owner.orgId), {
      name: 'interop',
      scopes,
      expiresAt: null,
      plan: planOf('self_hosted'),
      actor: { type: 'system', id: 'interop' },
      requestId: null,
      now: context.now(),
    })
    return token
  }

  /** Makes a session of the owner, and the person whose browser has it. */
  async person(): Promise<Person> {
    const { services } = this.app
    const { orgId, userId } = this.#owner
    const token = mintToken('session')
    const now = services.context.now()
    await services.database.accounts.addSession(
      {
        id: newId('ses', now),
        token_hash: hashToken(token),
        user_id: userId,
        org_id: orgId,
        created_at: now,
        last_seen_at: now,
        expires_at: now + DAY_MS,
      },
      // The password of `makeOrganization`.
      { most: 100, passwordHash: '' },
    )
    return new Person(this.url, new TestBrowser(this, token))
  }

  /** Moves the clock of the service alone, so that what it issued has ended. */
  wait(ms: number): void {
    this.#clock.lateMs += ms
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #fill(): Promise<void> {
    const key = await this.key()
    const made = await this.#post('/sites', { domain: SITE, name: 'Tea', scan: false }, key)
    const { data } = (await made.json()) as { data: { id: string } }
    const page = { url: `https://${SITE}/green`, title: 'Green tea' }
    const events = [
      { ...page, kind: 'impression' },
      { ...page, kind: 'ai_click', target: 'chatgpt' },
      { ...page, kind: 'question', target: 'claude', question: 'How long does green tea steep?' },
    ]
    await this.#post('/collect', { siteId: data.id, events }, undefined)
  }

  async #post(path: string, body: unknown, key: string | undefined): Promise<Response> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': BROWSER,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
}

/** The clock of the system, and what it is moved by. */
class LateClock {
  lateMs = 0
  readonly now = (): number => systemClock() + this.lateMs
}

/** Makes an organization; its owner has no password, and is given sessions. */
async function makeOrganization({ services }: App): Promise<Owner> {
  const now = services.context.now()
  const id = newId('org', now)
  const userId = newId('usr', now)
  const email = 'owner@tea.example'
  await services.database.accounts.createOwner({
    organization: { id, name: 'Tea', plan: 'self_hosted', created_at: now },
    user: { id: userId, email, password_hash: '', created_at: now },
  })
  return { orgId: id, userId }
}
