import { STRIPE_ENVIRONMENT } from './fake-stripe.ts'
import { rawRequest, type RawAnswer } from './raw-request.ts'
import { hasBody, pathOf, ROUTES, type Route } from './routes.ts'
import { signLink } from './sign-link.ts'
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
  readonly #key: string
  #sent = 0

  private constructor({
    app,
    session,
    siteId,
    key,
  }: Pick<OwnerRequests, 'app' | 'session' | 'siteId'> & { key: string }) {
    this.app = app
    this.session = session
    this.siteId = siteId
    this.#key = key
  }

  static async start(): Promise<OwnerRequests> {
    const app = await TestApp.start({ environment: { TRUST_PROXY: '1', ...STRIPE_ENVIRONMENT } })
    const org = await app.org('enterprise')
    const key = await app.key(org)
    const siteId = await app.site(key)
    return new OwnerRequests({ app, session: await app.session(org), siteId, key })
  }

  /** Sends to a route; `parts` say what is wrong with it. */
  async send(route: Route, { headers, query = '', path, ...parts }: Parts): Promise<RawAnswer> {
    this.#sent += 1
    if (this.#sent % 300 === 0) this.app.clock.advance({ minutes: 2 }) // the request limit is not what is tried here
    const link = route.access.by === 'link' ? await signLink(this.app, this.#key, this.siteId) : ''
    return rawRequest(this.app.url, {
      method: route.http.method.toUpperCase(),
      ...parts,
      path: `${path ?? pathOf(route, this.siteId)}${link === '' ? query : query.replace(/^\??/, `${link}&`)}`,
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
