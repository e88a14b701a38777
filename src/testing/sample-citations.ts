import { addSearches } from './add-searches.ts'
import type { ApiAnswer, TestApp } from './start-test-app.ts'

type Body = Record<string, unknown>

/** The organization whose queries and runs these are. */
interface Home {
  readonly app: TestApp
  readonly siteId: string
  domain(): string
}

/** Calls of the organization's owner. */
interface Door {
  call(method: string, path: string, body?: Body): Promise<ApiAnswer>
  create(path: string, body: Body): Promise<string>
  ids(path: string): Promise<string[]>
}

/** The number of queries of a site that a small plan has room for. */
const MANY_QUERIES = 4

/** Makes an organization's queries, runs and checks of the Citation Monitor. */
export class SampleCitations {
  readonly #home: Home
  readonly #door: Door

  constructor(home: Home, door: Door) {
    this.#home = home
    this.#door = door
  }

  /** Sets the organization's own key for an engine, and returns its name. */
  async engineWithKey(): Promise<string> {
    await this.#door.call('PUT', '/org/engines/mistral', { key: 'a-key-of-mistral' })
    return 'mistral'
  }

  /** Adds a query, as the plan has room for one more. */
  async query(siteId = this.#home.siteId): Promise<string> {
    await this.free(siteId)
    const text = `How high is the tide of ${this.#home.domain()}?`
    return this.#door.create(`/citations/${siteId}/queries`, { text })
  }

  /** Makes a suggestion of what an engine searched for, and room for it. */
  async suggestion(siteId = this.#home.siteId): Promise<string> {
    await this.free(siteId)
    const search = `tides of ${this.#home.domain()}`
    // The newest answers alone are looked at: those of samples before this one must not fill the list.
    addSearches(
      this.#home.app,
      siteId,
      Array.from({ length: 40 }, () => [search]),
    )
    return search
  }

  /** Makes room for one more query. */
  async free(siteId = this.#home.siteId): Promise<void> {
    const path = `/citations/${siteId}/queries`
    const ids = await this.#door.ids(`${path}?limit=100`)
    if (ids.length < MANY_QUERIES) return
    for (const id of ids) await this.#door.call('DELETE', `${path}/${id}`)
  }

  /** Makes a run that has ended without an answer, since the address of its engine leads nowhere. */
  async run(): Promise<string> {
    await this.query()
    const engines = [await this.engineWithKey()]
    const run = await this.#door.create(`/citations/${this.#home.siteId}/runs`, { engines })
    await this.#home.app.app.services.jobs.onIdle()
    return run
  }

  /** Makes a check that ended without an answer. */
  async check(): Promise<string> {
    await this.run()
    const [id = ''] = await this.#door.ids(`/citations/${this.#home.siteId}/checks`)
    return id
  }
}
