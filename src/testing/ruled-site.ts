import { KeyedApp, type KeyedParts } from './keyed-app.ts'
import type { ApiAnswer } from './start-test-app.ts'

type Body = Record<string, unknown>

/** A service with a site, and the ways to its rules. */
export class RuledSite extends KeyedApp {
  readonly id: string

  private constructor({ id, ...parts }: KeyedParts & Pick<RuledSite, 'id'>) {
    super(parts)
    this.id = id
  }

  static async start(): Promise<RuledSite> {
    return new RuledSite(await withSite(await KeyedApp.parts('self_hosted')))
  }

  /** Makes one of another organization, on the same service. */
  async another(): Promise<RuledSite> {
    return new RuledSite(await withSite(await KeyedApp.partsOn(this.app, 'self_hosted')))
  }

  /** Calls a route below the site's rules. */
  call(method: string, path: string, body?: Body, token = this.key): Promise<ApiAnswer> {
    return this.app.api(method, `/rules/${this.id}${path}`, { token, ...(body && { body }) })
  }

  /** Asks for a rule, which may be refused. */
  create(body: Body, token = this.key): Promise<ApiAnswer> {
    return this.call('POST', '', { name: 'A rule', ...body }, token)
  }

  /** Makes a rule, a moment after the one before; returns its id. */
  async rule(body: Body): Promise<string> {
    const answer = await this.create(body)
    if (answer.body.error) throw new Error(`No rule: ${JSON.stringify(answer.body.error)}`)
    this.app.clock.advance({ ms: 1 })
    return String(answer.body.data.id)
  }
}

async function withSite(parts: KeyedParts) {
  const id = await parts.app.site(parts.key, { aliases: ['shop.example'] })
  return { ...parts, id }
}
