import { KeyedApp, type KeyedParts } from './keyed-app.ts'
import { WebSite, type PageHandler } from './web-site.ts'

type Body = Record<string, unknown>
type Pages = Readonly<Record<string, string | PageHandler>>

/** The fields that tests read of a scan. */
export interface ScanAnswer extends Body {
  state: string
  progress: Record<string, number>
  result: { warnings: { code: string; count: number }[] } & Record<string, number>
  error: { code: string; retryable: boolean } | null
}

/** A service that may scan the loopback address and waits 2 s for a page, and pages there that a test serves. */
export class LocalScans extends KeyedApp {
  readonly web: WebSite

  private constructor({ web, ...parts }: KeyedParts & Pick<LocalScans, 'web'>) {
    super(parts)
    this.web = web
  }

  static async start(): Promise<LocalScans> {
    const environment = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '2000' }
    const parts = await KeyedApp.parts('business', { environment })
    return new LocalScans({ ...parts, web: await WebSite.start({}) })
  }

  /** Makes another organization on the same service, with pages of its own. Disposing of it leaves the service running. */
  async another(): Promise<LocalScans> {
    const parts = await KeyedApp.partsOn(this.app, 'business')
    return new LocalScans({ ...parts, web: await WebSite.start({}) })
  }

  serve(pages: Pages): void {
    for (const [path, body] of Object.entries(pages)) this.web.pages.set(path, body)
  }

  /** Makes a site of the served pages, that is not scanned; returns its id. */
  site(pages: Pages = {}): Promise<string> {
    this.serve(pages)
    return this.app.site(this.key, { url: `${this.web.url}/` })
  }

  start(site: string, options: Body = {}) {
    return this.app.api('POST', '/scan', { token: this.key, body: { siteId: site, ...options } })
  }

  /** Scans a site; returns the scan after its end. */
  async run(site: string, options: Body = {}): Promise<ScanAnswer> {
    const { body } = await this.start(site, options)
    await this.app.app.services.jobs.onIdle()
    return this.find(String(body.data.id))
  }

  async find(id: string): Promise<ScanAnswer> {
    const { body } = await this.app.api('GET', `/scan/${id}`, { token: this.key })
    // @NOTE a wrong shape fails the expectation that reads it.
    return body.data as ScanAnswer
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]()
    await this.web[Symbol.asyncDispose]()
  }
}
