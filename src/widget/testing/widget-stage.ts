import type { Browser } from 'playwright-core'
import type { AnsweringServer } from './answering-server.ts'
import { plainPage, startSite } from './site-pages.ts'
import { openBrowser, SiteVisit, type VisitOptions } from './site-visit.ts'
import { WidgetService } from './widget-service.ts'
import { widgetSettings } from './widget-settings.ts'

export interface StagePage {
  /** The fields of the configuration that differ from the usual ones. */
  changes?: Readonly<Record<string, unknown>>
  /** False for a page that the service does not know. */
  isKnown?: boolean
  /** The content of the page's head, in place of the tag. */
  head?: string
  body?: string
  /** The whole page, in place of the tag or `head`, and of the body. */
  html?: string
  headers?: Readonly<Record<string, string>>
}

/** A browser, a service and a site, on which each test has pages of its own. */
export class WidgetStage {
  readonly browser: Browser
  readonly service: WidgetService
  readonly site: AnsweringServer
  readonly #pages: Map<string, StagePage>

  private constructor(
    browser: Browser,
    service: WidgetService,
    site: AnsweringServer,
    pages: Map<string, StagePage>,
  ) {
    this.browser = browser
    this.service = service
    this.site = site
    this.#pages = pages
  }

  static async start(
    executablePath: string,
    strings: Readonly<Record<string, string>>,
  ): Promise<WidgetStage> {
    const pages = new Map<string, StagePage>()
    const service = await WidgetService.start((origin) => (path) => {
      const page = pages.get(path)
      if (!page || page.isKnown === false) return undefined
      return widgetSettings(origin, strings, page.changes, path)
    })
    const site = await startSite((path) => {
      const { head = service.tag(), body, html, headers } = pages.get(path) ?? {}
      return { body: html ?? plainPage(head, body), ...(headers && { headers }) }
    })
    return new WidgetStage(await openBrowser(executablePath), service, site, pages)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close()
    await this.site[Symbol.asyncDispose]()
    await this.service[Symbol.asyncDispose]()
  }

  /** Adds a page and returns its path. */
  page(page: StagePage = {}): string {
    const path = `/page-${this.#pages.size}`
    this.pageAt(path, page)
    return path
  }

  pageAt(path: string, page: StagePage): void {
    this.#pages.set(path, page)
  }

  visit(path: string, { host, ...options }: VisitOptions & { host?: string } = {}) {
    const { port } = new URL(this.site.origin)
    return SiteVisit.open(this.browser, `http://${host ?? '127.0.0.1'}:${port}${path}`, options)
  }

  /** Adds a page and goes there. */
  open(page: StagePage = {}, options: VisitOptions & { host?: string } = {}) {
    return this.visit(this.page(page), options)
  }

  /** Returns the events of a page, in the order in which they came. */
  eventsOf(visit: SiteVisit | string): Record<string, unknown>[] {
    const path = typeof visit === 'string' ? visit : new URL(visit.page.url()).pathname
    return this.service.collected.filter(({ url }) => new URL(String(url)).pathname === path)
  }

  kindsOf(visit: SiteVisit | string): unknown[] {
    return this.eventsOf(visit).map(({ kind }) => kind)
  }
}
