import { rawRequest, type RawAnswer } from './raw-request.ts'
import { hasBody, pathOf, ROUTES, type Route } from './routes.ts'
import { BROWSER_USER_AGENT, TestApp } from './start-test-app.ts'

interface Parts {
  method?: string
  path?: string
  query?: string
  headers?: Record<string, string>
  body?: string | Buffer
  chunked?: boolean
}

/** A service, and requests to every route of it by an owner, who may do everything. */
export class OwnerRequests implements AsyncDisposable {
  readonly app: TestApp
  readonly session: string
  readonly siteId: string
  #sent = 0

  private constructor({ app, session, siteId }: Pick<OwnerRequests, 'app' | 'session' | 'siteId'>) {
    this.app = app
    this.session = session
    this.siteId = siteId
  }

  static async start(): Promise<OwnerRequests> {
    const app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
    const org = await app.org('enterprise')
    const siteId = await app.site(await app.key(org))
    return new OwnerRequests({ app, session: await app.session(org), siteId })
  }

  /** Sends to a route; `parts` say what is wrong with it. */
  send(route: Route, { headers, query = '', path, ...parts }: Parts): Promise<RawAnswer> {
    this.#sent += 1
    if (this.#sent % 300 === 0) this.app.clock.advance({ minutes: 2 }) // the request limit is not what is tried here
    return rawRequest(this.app.url, {
      method: route.http.method.toUpperCase(),
      ...parts,
      path: `${path ?? pathOf(route, this.siteId)}${query}`,
      headers: {
        'user-agent': BROWSER_USER_AGENT,
        'x-forwarded-for': `10.7.${(this.#sent >> 8) & 255}.${this.#sent & 255}`,
        ...(route.access.by !== 'public' && { authorization: `Bearer ${this.session}` }),
        ...(hasBody(route) && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
  }
}

export const isCollect = (route: Route): boolean => route.http.path === '/collect'

/** Every route with a name for its tests. */
export const NAMED_ROUTES = ROUTES.map(
  (route) => [`${route.http.method} ${route.http.path}`, route] as const,
)
