import { KeyedApp } from './keyed-app.ts'
import type { ApiAnswer } from './start-test-app.ts'

type Body = Record<string, unknown>

/** A service with a site, and the ways to its rules. */
export class RuledSite extends KeyedApp {
  readonly id: string

  private constructor(parts: Pick<RuledSite, 'app' | 'org' | 'key' | 'id'>) {
    super(parts)
    this.id = parts.id
  }

  static async start(): Promise<RuledSite> {
    return new RuledSite(await withSite(await KeyedApp.parts('self_hosted')))
  }

  /** One of another organization, on the same service. */
  async another(): Promise<RuledSite> {
    const { app } = this
    const org = await app.org('self_hosted')
    return new RuledSite(await withSite({ app, org, key: await app.key(org) }))
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
}

async function withSite(parts: Pick<RuledSite, 'app' | 'org' | 'key'>) {
  const id = await parts.app.site(parts.key, { aliases: ['shop.example'] })
  return { ...parts, id }
}
