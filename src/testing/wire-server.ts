import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { localUrl, serveHttp, type LocalServer } from '../net/local-servers.ts'

export interface WireCall {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}

type Respond = (response: ServerResponse) => void

/**
 * A server in place of those of all vendors: it gives the prepared answers, one after another, and keeps its requests.
 */
export class WireServer implements AsyncDisposable {
  readonly calls: WireCall[]
  readonly #server: LocalServer
  readonly #answers: Respond[]

  private constructor(parts: { server: LocalServer; answers: Respond[]; calls: WireCall[] }) {
    this.#server = parts.server
    this.#answers = parts.answers
    this.calls = parts.calls
  }

  static async start(): Promise<WireServer> {
    const answers: Respond[] = []
    const calls: WireCall[] = []
    const server = await serveHttp(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('utf8')
      const url = new URL(request.url ?? '/', 'http://wire.example')
      calls.push({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      })
      const answer = answers.shift() ?? respond(500, 'Nothing is left to answer')
      answer(response)
    })
    return new WireServer({ server, answers, calls })
  }

  get url(): string {
    return localUrl(this.#server, '')
  }

  /** Answers the next requests, one each. */
  next(...bodies: readonly unknown[]): void {
    for (const body of bodies) this.nextBy(respond(200, JSON.stringify(body)))
  }

  nextBy(answer: Respond): void {
    this.#answers.push(answer)
  }

  /** Forgets the prepared answers and the requests. */
  reset(): void {
    this.calls.length = 0
    this.#answers.length = 0
  }

  /** Settings of a server that asks it in place of every vendor. */
  get environment(): Record<string, string> {
    const vendors = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'XAI', 'MISTRAL', 'SERPAPI']
    const settings = vendors.flatMap((vendor): [string, string][] => [
      [`${vendor}_API_KEY`, operatorKey(vendor)],
      [`${vendor}_BASE_URL`, this.url],
    ])
    return {
      ...Object.fromEntries(settings),
      CITATIONS_COMPATIBLE_URL: `${this.url}/v1`,
      CITATIONS_COMPATIBLE_KEY: operatorKey('COMPATIBLE'),
      CITATIONS_COMPATIBLE_MODEL: 'small-1',
      CITATIONS_COMPATIBLE_TOOL: 'openrouter:web_search',
      CITATIONS_FAKE: '1',
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}

export const operatorKey = (vendor: string): string => `operator-key-${vendor.toLowerCase()}`

export const respond =
  (status: number, body: string, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
