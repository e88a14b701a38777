import { CompatibleEngine } from './compatible-engine.ts'
import { readEventStream, type StreamedEvent } from './event-stream.ts'
import { countOrgRows, inspectOrg } from './org-rows.ts'
import { outboxEvents } from './outbox-events.ts'
import { inspectData } from './stored-events.ts'
import { TestApp, type ApiAnswer, type TestOrg } from './start-test-app.ts'

type Body = Readonly<Record<string, unknown>>

/** A service with an engine of its own, and a site whose queries it is asked. */
export class CitationTrial implements AsyncDisposable {
  readonly app: TestApp
  readonly engine: CompatibleEngine
  /** Milliseconds that were waited for between questions. */
  readonly waits: number[]
  org: TestOrg = { id: '', userId: '' }
  session = ''
  siteId = ''

  private constructor(app: TestApp, engine: CompatibleEngine, waits: number[]) {
    this.app = app
    this.engine = engine
    this.waits = waits
  }

  /** `environmentOf` adds settings, which may name the address of the engine. */
  static async start(
    environmentOf: (url: string) => Record<string, string> = () => ({}),
  ): Promise<CitationTrial> {
    const engine = await CompatibleEngine.start()
    const waits: number[] = []
    const app = await TestApp.start({
      environment: { ...engine.environment, CITATIONS_FAKE: '1', ...environmentOf(engine.url) },
      wait: (ms, signal) => {
        waits.push(ms)
        signal.throwIfAborted()
        return Promise.resolve()
      },
    })
    return new CitationTrial(app, engine, waits)
  }

  /** Begins again with a new organization and its site; the engine cites example.com, which is the site unless `site` names another. */
  async begin(plan: Parameters<TestApp['org']>[0], site: Body = {}): Promise<void> {
    // A pause that an engine asked for must not go on in the next test.
    this.app.clock.advance({ minutes: 2 })
    this.engine.reset()
    this.waits.length = 0
    await this.another(plan, site)
  }

  /** Goes on with another organization and its site. */
  async another(plan: Parameters<TestApp['org']>[0], site: Body = {}): Promise<void> {
    this.org = await this.app.org(plan)
    this.session = await this.app.session(this.org)
    this.siteId = await this.app.site(this.session, site)
  }

  call(method: string, path: string, body?: Body): Promise<ApiAnswer> {
    const token = this.session
    return this.app.api(method, `/citations/${this.siteId}${path}`, {
      token,
      ...(body && { body }),
    })
  }

  /** Adds queries that are called `Question 0?` and so on. */
  async addQueries(count: number): Promise<void> {
    const records = Array.from({ length: count }, (_, i) => ({ text: `Question ${i}?` }))
    const { body } = await this.call('POST', '/queries/import', { records })
    if (body.error) throw new Error(body.error.message)
  }

  start(body: Body = {}): Promise<ApiAnswer> {
    return this.call('POST', '/runs', body)
  }

  /** Starts a run and answers it as it ended. */
  async run(body: Body = {}): Promise<ApiAnswer['body']['data']> {
    const { body: answer } = await this.start(body)
    if (answer.error) throw new Error(answer.error.message)
    await this.settle()
    return this.find(String(answer.data.id))
  }

  async find(runId: string): Promise<ApiAnswer['body']['data']> {
    return (await this.call('GET', `/runs/${runId}`)).body.data
  }

  /** Reads the events of a run until it has ended. */
  async events(runId: string): Promise<StreamedEvent[]> {
    const headers = { authorization: `Bearer ${this.session}`, accept: 'text/event-stream' }
    const path = `/api/v1/citations/${this.siteId}/runs/${runId}`
    const response = await fetch(`${this.app.url}${path}`, { headers })
    const events = []
    for await (const event of readEventStream(response)) events.push(event)
    return events
  }

  /** Resolves when nothing is asked any more. */
  settle(): Promise<void> {
    return this.app.app.services.jobs.onIdle()
  }

  async credits(): Promise<ApiAnswer['body']['data']> {
    return (await this.app.api('GET', '/credits', { token: this.session })).body.data
  }

  /** Reads rows of the organization. */
  rows(statement: string): unknown[] {
    return inspectOrg(this.app.directory, this.org.id, (db) => db.prepare(statement).raw().all())
  }

  /** Reads a number that is about the rows of everybody. */
  everywhere(statement: string): number {
    return inspectData(this.app.directory, (db) => Number(db.prepare(statement).pluck().get()))
  }

  count(table: string): number {
    return countOrgRows(this.app.directory, this.org.id, table)
  }

  /** The payloads of `citation.detected`, oldest first. */
  detected(): unknown[] {
    return outboxEvents(this.app.directory, this.org.id)
      .filter(({ event }) => event === 'citation.detected')
      .map(({ payload }) => payload)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
    await this.engine[Symbol.asyncDispose]()
  }
}

/** A promise that its test resolves. */
export function keptBack(): { promise: Promise<void>; release: () => void } {
  let release: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  return { promise, release }
}
