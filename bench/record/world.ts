import type { Role } from '../../src/kernel/door/principal.ts'
import { STRIPE_ENVIRONMENT } from '../../src/testing/fake-stripe.ts'
import { TestApp, type TestOrg } from '../../src/testing/start-test-app.ts'
import type { PageHandler } from '../../src/testing/web-site.ts'
import { KnownNames } from './known-names.ts'
import { LocalNames } from './local-names.ts'
import { WORLD_PAGES } from './world-pages.ts'

export const PUBLIC_HOST = 'citable.example'
const SITE_PORT = 8_480
const HOOK_PORT = 8_481
export const COAST_URL = `http://coast.example:${SITE_PORT}`
export const HOOK_URL = `http://hook.example:${HOOK_PORT}/hook`

type Body = Readonly<Record<string, unknown>>

/** A service on which the record is made, with the sites and receivers that it reaches. */
export class World implements AsyncDisposable {
  readonly app: TestApp
  readonly names: KnownNames
  readonly #local: LocalNames

  private constructor(app: TestApp, local: LocalNames) {
    this.app = app
    this.names = new KnownNames(app.directory)
    this.#local = local
  }

  static async start(): Promise<World> {
    const local = new LocalNames(['coast.example', 'hook.example'])
    await local.serve(SITE_PORT, (request, response) => {
      const found = WORLD_PAGES[request.url ?? '/']
      if (typeof found === 'function') return found(request, response)
      return sendPage(found, request, response)
    })
    await local.serve(HOOK_PORT, (request, response) => {
      request.resume()
      request.on('end', () => response.end('thanks'))
    })
    const app = await TestApp.start({
      startAt: '2026-11-18T09:00:00.000Z',
      resolve: local.resolve,
      environment: {
        PUBLIC_URL: `https://${PUBLIC_HOST}`,
        SECRET_KEY: 'the record is not a secret, so that nothing of it is',
        TRUST_PROXY: '1',
        COUNTRY_HEADER: 'cf-ipcountry',
        ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
        SCAN_CONCURRENCY: '1',
        // A busy machine is no reason to give a page up.
        SCAN_TIMEOUT_MS: '120000',
        ...STRIPE_ENVIRONMENT,
      },
    })
    return new World(app, local)
  }

  /** Calls as the person whose credential has that name; throws unless the call is answered with success. */
  async call(as: string, method: string, path: string, body?: Body): Promise<Body> {
    this.app.clock.advance({ seconds: 1 })
    const token = this.names.find('secret', as)
    if (token === undefined) throw new Error(`Nobody is called ${as}`)
    const answer = await this.app.api(method, path, { token, ...(body && { body }) })
    if (answer.body.error) {
      throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`)
    }
    return answer.body.data
  }

  /** Signs a person in under a name. */
  async signIn(name: string, org: TestOrg, role: Role = 'owner'): Promise<void> {
    this.app.clock.advance({ seconds: 1 })
    this.names.addSecret(name, await this.app.session(org, role))
  }

  /**
   * Scans a site to the end; returns the id of the scan. Throws where it took a second attempt, which no record may
   * have.
   */
  async scan(as: string, siteId: string): Promise<string> {
    const id = String((await this.call(as, 'POST', '/scan', { siteId }))['id'])
    await this.settle()
    const { state, attempts } = await this.call(as, 'GET', `/scan/${id}`)
    if (attempts === 1) return id
    throw new Error(`A scan is ${String(state)} after ${String(attempts)} attempts`)
  }

  /** Waits until all work has ended that an answer began. */
  async settle(): Promise<void> {
    const { jobs, maintenance, deliveries, authenticator } = this.app.app.services
    await jobs.onIdle()
    await maintenance.onIdle()
    await deliveries.onIdle()
    await authenticator.flushUses()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
    await this.#local[Symbol.asyncDispose]()
  }
}

const typeOf = (path: string): string =>
  path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'

function sendPage(
  found: string | undefined,
  ...[request, response]: Parameters<PageHandler>
): void {
  const type = typeOf(request.url ?? '/')
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': type })
  response.end(found?.replaceAll('{site}', COAST_URL) ?? '<title>Not found</title>')
}
