import type { Plan } from '../kernel/plan/plans.ts'
import { KeyedApp, type KeyedParts } from './keyed-app.ts'
import { TestApp, type ApiAnswer } from './start-test-app.ts'
import { WebSite, type PageHandler } from './web-site.ts'

type Body = Record<string, unknown>
type Pages = Readonly<Record<string, string | PageHandler>>
interface Options {
  plan?: Plan
  name?: string
}

const SCANS_LOOPBACK = { environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } }

/** A service, and a site on the loopback address that it has scanned. */
export class ScannedSite extends KeyedApp {
  readonly web: WebSite
  readonly id: string

  private constructor({ web, id, ...parts }: KeyedParts & Pick<ScannedSite, 'web' | 'id'>) {
    super(parts)
    this.web = web
    this.id = id
  }

  static async start(pages: Pages, options?: Options): Promise<ScannedSite> {
    const site = await ScannedSite.unscanned(pages, options)
    await site.scan()
    return site
  }

  /** Makes a site whose first scan is still to come, so that it can be given rules before. */
  static async unscanned(
    pages: Pages,
    { plan = 'self_hosted', name }: Options = {},
  ): Promise<ScannedSite> {
    return ScannedSite.#serve(await KeyedApp.parts(plan, SCANS_LOOPBACK), pages, name)
  }

  /** Starts a service for several sites. */
  static startApp(): Promise<TestApp> {
    return TestApp.start(SCANS_LOOPBACK)
  }

  /** Makes a scanned site of another organization, with pages of its own, on a service that outlives it. */
  static async startOn(app: TestApp, pages: Pages, options?: Options): Promise<ScannedSite> {
    const site = await ScannedSite.unscannedOn(app, pages, options)
    await site.scan()
    return site
  }

  /** Makes one like `startOn`, whose first scan is still to come. */
  static async unscannedOn(
    app: TestApp,
    pages: Pages,
    { plan = 'self_hosted', name }: Options = {},
  ): Promise<ScannedSite> {
    return ScannedSite.#serve(await KeyedApp.partsOn(app, plan), pages, name)
  }

  static async #serve(parts: KeyedParts, pages: Pages, name = 'Coast'): Promise<ScannedSite> {
    const web = await WebSite.start(pages)
    const id = await parts.app.site(parts.key, { url: `${web.url}/`, name })
    return new ScannedSite({ ...parts, web, id })
  }

  /** Scans the site, again; returns the scan after its end. */
  async scan(): Promise<Body> {
    const { body } = await this.call('POST', '/scan', { siteId: this.id })
    await this.app.app.services.jobs.onIdle()
    const ended = await this.call('GET', `/scan/${String(body.data.id)}`)
    return ended.body.data
  }

  call(method: string, path: string, body?: Body, headers?: Record<string, string>) {
    return this.app.api(method, path, {
      token: this.key,
      ...(body && { body }),
      ...(headers && { headers }),
    })
  }

  /** Reads the prompts of the site's pages, by path. */
  async prompts(query = ''): Promise<Map<string, PromptAnswer>> {
    const answer = await this.call('GET', `/prompts/${this.id}?limit=100${query}`)
    return new Map(promptsIn(answer).map((prompt) => [prompt.path, prompt]))
  }

  /** Reads the id of the page at a path. */
  async pageId(path: string): Promise<string> {
    const { body } = await this.call('GET', `/pages/${this.id}?limit=100`)
    // @NOTE the list's own schema says so.
    const pages = body.data as unknown as { id: string; path: string }[]
    const found = pages.find((page) => page.path === path)
    if (!found) throw new Error(`No page ${path}`)
    return found.id
  }

  async prompt(path: string): Promise<PromptAnswer> {
    const found = (await this.prompts()).get(path)
    if (!found) throw new Error(`No prompt for ${path}`)
    return found
  }

  /** Changes the prompt of a page. */
  async edit(path: string, body: Body, headers?: Record<string, string>): Promise<ApiAnswer> {
    const { pageId } = await this.prompt(path)
    return this.call('PUT', `/prompts/${pageId}`, body, headers)
  }

  /** Adds a rule; returns its id. */
  async rule(fields: Body): Promise<string> {
    const { body } = await this.call('POST', `/rules/${this.id}`, { name: 'A rule', ...fields })
    if (body.error) throw new Error(`No rule: ${JSON.stringify(body.error)}`)
    return String(body.data.id)
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]()
    await this.web[Symbol.asyncDispose]()
  }
}

/** The fields that tests read of a prompt. */
export interface PromptAnswer extends Record<string, unknown> {
  id: string
  pageId: string
  path: string
  pageType: string
  state: string
  source: string
  primaryKind: string | null
  templates: {
    kind: string
    label: string
    template: string
    resolved: string
    policy: { ok: boolean; findings: { ruleId: string; in: string }[] }
    ask?: { id: string; digest: string } | null
  }[]
  questions: { text: string; origin: string }[]
  version: number
  locked: boolean
  stale: boolean
}

// @NOTE lists have their items in `data`; a wrong shape fails the expectation that reads it.
export const promptsIn = ({ body }: ApiAnswer): PromptAnswer[] =>
  body.data as unknown as PromptAnswer[]
