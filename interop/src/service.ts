import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../src/domain/ids.ts'
import { issueKey } from '../../src/features/keys/issue-key.ts'
import { planOf } from '../../src/kernel/plan/plans.ts'
import type { GrantableScope } from '../../src/kernel/door/scopes.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { startApp, type App } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'

/** The agent of a browser: events of anything else are counted as those of a bot. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

export const SITE = 'tea.example'

/** The service on a free port, from sources, with a site that readers were on. Its data goes with it. */
export class TriedService implements AsyncDisposable {
  readonly app: App
  readonly #directory: string
  readonly #orgId: string

  private constructor(parts: { app: App; directory: string; orgId: string }) {
    this.app = parts.app
    this.#directory = parts.directory
    this.#orgId = parts.orgId
  }

  static async start(): Promise<TriedService> {
    const directory = mkdtempSync(join(tmpdir(), 'citable-interop-'))
    const settings = {
      PORT: '0',
      DATABASE_URL: `sqlite:${join(directory, 'citable.db')}`,
      // The conformance suite comes through a proxy of ours.
      TRUST_PROXY: '1',
    }
    const log = createLogger('error', { write: (line) => process.stderr.write(line) })
    const app = await startApp(readConfig(settings), { log })
    const service = new TriedService({ app, directory, orgId: await makeOrganization(app) })
    await service.#fill()
    return service
  }

  get url(): string {
    return this.app.url
  }

  async key(scopes: readonly GrantableScope[] = ['*']): Promise<string> {
    const { context } = this.app.services
    const { token } = await issueKey(context.tenant(this.#orgId), {
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

/** Makes an organization, and answers its id; nobody signs in there. */
async function makeOrganization({ services }: App): Promise<string> {
  const now = services.context.now()
  const id = newId('org', now)
  const email = 'owner@tea.example'
  await services.database.accounts.createOwner({
    organization: { id, name: 'Tea', plan: 'self_hosted', created_at: now },
    user: { id: newId('usr', now), email, password_hash: '', created_at: now },
  })
  return id
}
