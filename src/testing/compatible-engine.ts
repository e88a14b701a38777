import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The answer that the engine gives: one that cites these addresses, a failure, or no answer before `until` settles. */
export interface ScriptedAnswer {
  text?: string
  cites?: readonly (string | { url: string; title: string; end_index?: number })[]
  status?: number
  headers?: Readonly<Record<string, string>>
  until?: Promise<unknown>
}

const citing = (): ScriptedAnswer => ({
  text: 'See example.com.',
  cites: ['https://example.com/tides'],
})

/** An engine on a free port of the loopback address that speaks the Chat Completions API, with all that it was asked. */
export class CompatibleEngine implements AsyncDisposable {
  /** The questions, in the order in which they came. */
  readonly asked: string[] = []
  /** Returns the answer to a question that was asked `before` times. */
  script: (question: string, before: number) => ScriptedAnswer = citing
  /** The most questions that were open at a time. */
  mostAtOnce = 0
  #open = 0
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      void this.#answer(request, response)
    })
  }

  static async start(): Promise<CompatibleEngine> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new CompatibleEngine(server)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Settings of a service that asks this engine as `compatible`. */
  get environment(): Record<string, string> {
    return {
      CITATIONS_COMPATIBLE_URL: this.url,
      CITATIONS_COMPATIBLE_MODEL: 'tide-1',
    }
  }

  /** Forgets what it was asked, and answers as it did at first: it cites example.com. */
  reset(): void {
    this.asked.length = 0
    this.mostAtOnce = 0
    this.script = citing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
    this.#open += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#open)
    const body = JSON.parse(await text(request)) as { messages: [{ content: string }] }
    const question = body.messages[0].content
    const before = this.asked.filter((one) => one === question).length
    this.asked.push(question)
    const { until, status = 200, headers = {}, ...said } = this.script(question, before)
    await until
    this.#open -= 1
    const all = { 'content-type': 'application/json', ...headers }
    response.writeHead(status, all).end(completion(said))
  }
}

/** Writes an answer of the API as its documentation shows it; Perplexity lists the addresses in `citations` as well. */
function completion({ text: content = 'It depends.', cites = [] }: ScriptedAnswer): string {
  const cited = cites.map((one) => (typeof one === 'string' ? { url: one, title: 'A page' } : one))
  const annotations = cited.map((page) => ({
    type: 'url_citation',
    url_citation: { start_index: 0, end_index: content.length, ...page },
  }))
  return JSON.stringify({
    model: 'tide-1',
    citations: cited.map(({ url }) => url),
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content, annotations } }],
    usage: { prompt_tokens: 10, completion_tokens: 20 },
  })
}
