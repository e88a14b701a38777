import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LanguageModel } from '../features/prompts/writers/testing/language-model.ts'
import type { Plan } from '../kernel/plan/plans.ts'
import { promptsIn, type PromptAnswer } from './scanned-site.ts'
import { TestApp, type ApiAnswer, type TestOrg } from './start-test-app.ts'
import { page, WebSite } from './web-site.ts'

export const KELP = 'Kelp forests grow in cold water near the coast. Otters keep the urchins away.'
/** A text that is long enough to be asked about. */
const GROWTH =
  'A blade grows half a metre on a summer day, since it takes what it needs from the water along its whole length. '.concat(
    'The holdfast only holds it to the rock. Gas in its bladders lifts it to the light, where the canopy shades all below. ',
    'Storms of winter tear old plants out, and young ones follow in the gaps by spring. Divers have measured the same forest ',
    'for forty years: where urchins are many, it shrinks to a few strands, and comes back within three years once they are gone. ',
    'Fish hide their young among the stems, and gulls rest on the floating leaves.',
  )
export const OTTERS = 'Otters sleep in the kelp, and hold each other by the hand.'

/** Three pages in English. */
export const COAST = {
  '/': page('Coast guide', { links: ['/docs/kelp', '/otters'], text: `${KELP} ${OTTERS}` }),
  '/docs/kelp': page('How kelp grows', { text: `${KELP} ${GROWTH}` }),
  '/otters': page('Otters', { text: OTTERS }),
}

type Body = Record<string, unknown>
type Environment = Readonly<Record<string, string>>
type Parts = Pick<SiteWithModel, 'app' | 'directory' | 'model' | 'web' | 'org' | 'key' | 'site'>
type Pages = Readonly<Record<string, string>>

/** A site that is not scanned, a model, and a service that may be started again over the same data. */
export class SiteWithModel implements AsyncDisposable {
  app: TestApp
  readonly directory: string
  readonly model: LanguageModel
  readonly web: WebSite
  readonly org: TestOrg
  readonly key: string
  /** The site's id. */
  readonly site: string

  readonly #ownsApp: boolean

  private constructor(parts: Parts, { ownsApp }: { ownsApp: boolean }) {
    this.app = parts.app
    this.directory = parts.directory
    this.model = parts.model
    this.web = parts.web
    this.org = parts.org
    this.key = parts.key
    this.site = parts.site
    this.#ownsApp = ownsApp
  }

  /** The service knows the model, unless `environment` says that `LLM_URL` is empty. */
  static async start(pages: Pages, environment: Environment = {}): Promise<SiteWithModel> {
    const web = await WebSite.start(pages)
    const model = await LanguageModel.start()
    const directory = mkdtempSync(join(tmpdir(), 'citable-llm-'))
    const app = await startService(directory, model, environment)
    const parts = { app, directory, model, web, ...(await withSite(app, web)) }
    return new SiteWithModel(parts, { ownsApp: true })
  }

  /** Makes a site of another organization, on a service that outlives the site, and resets the model. */
  async another(pages: Pages, plan: Plan = 'self_hosted'): Promise<SiteWithModel> {
    const { app, directory, model } = this
    model.reset()
    const web = await WebSite.start(pages)
    const parts = { app, directory, model, web, ...(await withSite(app, web, plan)) }
    return new SiteWithModel(parts, { ownsApp: false })
  }

  /** Starts the service again, after the one before has ended. */
  async serve(environment: Environment): Promise<void> {
    this.app = await startService(this.directory, this.model, environment)
  }

  /** Calls a route; throws when it answers with an error. */
  async call(method: string, path: string, body?: Body): Promise<ApiAnswer> {
    const answer = await this.app.api(method, path, { token: this.key, ...(body && { body }) })
    if (answer.body.error) throw new Error(JSON.stringify(answer.body.error))
    return answer
  }

  /** Scans the site; returns the result. */
  async scan(): Promise<Body> {
    const { body } = await this.call('POST', '/scan', { siteId: this.site })
    await this.app.app.services.jobs.onIdle()
    const ended = await this.call('GET', `/scan/${String(body.data.id)}`)
    const { state, result } = ended.body.data
    if (state !== 'succeeded') throw new Error(`The scan ended as ${String(state)}`)
    // @NOTE a wrong shape fails the expectation that reads it.
    return result as Body
  }

  async regenerate(body: Body): Promise<Body> {
    return (await this.call('POST', `/prompts/${this.site}/regenerate`, body)).body.data
  }

  async prompt(path: string): Promise<PromptAnswer> {
    const prompts = promptsIn(await this.call('GET', `/prompts/${this.site}?limit=100`))
    const found = prompts.find((one) => one.path === path)
    if (!found) throw new Error(`No prompt for ${path}`)
    return found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsApp) await this.app[Symbol.asyncDispose]()
    await this.web[Symbol.asyncDispose]()
    if (!this.#ownsApp) return
    await this.model[Symbol.asyncDispose]()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

async function withSite(app: TestApp, web: WebSite, plan: Plan = 'self_hosted') {
  const org = await app.org(plan)
  const key = await app.key(org)
  return { org, key, site: await app.site(key, { url: `${web.url}/`, name: 'Coast' }) }
}

const startService = (
  directory: string,
  { url }: LanguageModel,
  environment: Environment,
): Promise<TestApp> =>
  TestApp.start({
    directory,
    environment: {
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      LLM_URL: url,
      LLM_MODEL: 'small',
      ...environment,
    },
  })
