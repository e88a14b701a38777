import { widgetScript } from '../widget-script.ts'
import { AnsweringServer, type ServerAnswer, type ServerRequest } from './answering-server.ts'
import type { WidgetAnswer } from './widget-settings.ts'

export const SITE_ID = 'site_widget'

const ANYWHERE = { 'Access-Control-Allow-Origin': '*' }

/**
 * The parts of a service that the widget asks for: its script, a configuration for each page, and a place for events.
 */
export class WidgetService {
  /** Returns the configuration of a page; undefined for none. */
  configOf: (path: string) => WidgetAnswer | undefined
  readonly collected: Record<string, unknown>[] = []
  readonly requests: ServerRequest[] = []
  readonly #server: AnsweringServer

  private constructor(server: AnsweringServer, configOf: WidgetService['configOf']) {
    this.#server = server
    this.configOf = configOf
  }

  static async start(
    settingsFor: (origin: string) => WidgetService['configOf'],
  ): Promise<WidgetService> {
    const script = await widgetScript()
    const server = await AnsweringServer.start((request) => service.#answer(request, script))
    const service: WidgetService = new WidgetService(server, settingsFor(server.origin))
    return service
  }

  get origin(): string {
    return this.#server.origin
  }

  get scriptUrl(): string {
    return `${this.origin}/widget.js`
  }

  /** Returns the tag that a site pastes. */
  tag(siteId = SITE_ID): string {
    return `<script async src="${this.scriptUrl}" data-site-id="${siteId}"></script>`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  #answer(request: ServerRequest, script: string): ServerAnswer {
    const { path, query, body } = request
    this.requests.push(request)
    if (path === '/widget.js') {
      const type = { 'Content-Type': 'text/javascript; charset=utf-8' }
      return { headers: { ...ANYWHERE, ...type }, body: script }
    }
    const json = { ...ANYWHERE, 'Content-Type': 'application/json' }
    if (path === '/api/v1/collect') {
      // @NOTE the widget sends one event, flat, as JSON.
      this.collected.push(JSON.parse(body) as Record<string, unknown>)
      return { status: 202, headers: json, body: '{}' }
    }
    const isSite = path === `/api/v1/sites/${SITE_ID}/config`
    const data = isSite ? this.configOf(query.get('path') ?? '/') : undefined
    if (data) return { headers: json, body: JSON.stringify({ data, error: null, meta: {} }) }
    return { status: 404, headers: json, body: '{"data":null,"error":{"code":"NOT_FOUND"}}' }
  }
}
