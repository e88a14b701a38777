import { TestApp, type ApiAnswer, type TestOrg } from './start-test-app.ts'

type Body = Record<string, unknown>

/** A service with a site, and the ways to its rules. */
export class RuledSite implements AsyncDisposable {
  readonly app: TestApp
  readonly org: TestOrg
  readonly key: string
  readonly id: string

  private constructor(parts: Pick<RuledSite, 'app' | 'org' | 'key' | 'id'>) {
    this.app = parts.app
    this.org = parts.org
    this.key = parts.key
    this.id = parts.id
  }

  static async start(): Promise<RuledSite> {
    const app = await TestApp.start()
    const org = await app.org('self_hosted')
    const key = await app.key(org)
    const id = await app.site(key, { aliases: ['shop.example'] })
    return new RuledSite({ app, org, key, id })
  }

  /** Calls a route below the site's rules. */
  call(method: string, path: string, body?: Body, token = this.key): Promise<ApiAnswer> {
    return this.app.api(method, `/rules/${this.id}${path}`, { token, ...(body && { body }) })
  }

  /** Asks for a rule, which may be refused. */
  create(body: Body, token = this.key): Promise<ApiAnswer> {
    return this.call('POST', '', { name: 'A rule', ...body }, token)
  }

  /** Makes a rule, a moment after the one before; answers its id. */
  async rule(body: Body): Promise<string> {
    const answer = await this.create(body)
    if (answer.body.error) throw new Error(`No rule: ${JSON.stringify(answer.body.error)}`)
    this.app.clock.advance({ ms: 1 })
    return String(answer.body.data.id)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.app[Symbol.asyncDispose]()
  }
}
