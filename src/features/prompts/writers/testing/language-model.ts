import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the endpoint received it. */
export interface ModelRequest {
  path: string
  headers: IncomingHttpHeaders
  body: ChatBody
}

interface ChatBody extends Record<string, unknown> {
  model: string
  messages: { role: string; content: string }[]
}

export interface ModelTexts {
  language: string
  templates: Record<string, { label: string; template: string }>
  questions: { question: string; sentence: string }[]
}

export type ModelAnswer = (response: ServerResponse, request: ModelRequest) => void

const answerWell: ModelAnswer = (response, request) => sendCompletion(response, textsFor(request))

/** An endpoint that speaks the Chat Completions API, on a free port of the loopback address. */
export class LanguageModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = []
  /** The function that answers a request; by default with good words. */
  answer: ModelAnswer = answerWell
  /** Called with each request, before it is answered. */
  onAsked: (() => void) | undefined
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        // @NOTE a body of another form fails the expectation that reads it.
        const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatBody
        const asked = { path: request.url ?? '', headers: request.headers, body }
        this.requests.push(asked)
        this.onAsked?.()
        this.answer(response, asked)
      })
    })
  }

  static async start(): Promise<LanguageModel> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new LanguageModel(server)
  }

  /** Forgets the requests so far, and answers well again. */
  reset(): void {
    this.requests.length = 0
    this.answer = answerWell
    this.onAsked = undefined
  }

  get url(): string {
    // @NOTE a server that listens on a port has an address of this form.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Answers with the text of a model, as a completion. */
export function sendCompletion(response: ServerResponse, content: unknown, finish = 'stop'): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const message = { role: 'assistant', content: text }
  const choices = [{ index: 0, message, finish_reason: finish }]
  respondWithJson(response, 200, JSON.stringify({ object: 'chat.completion', choices }))
}

export function respondWithJson(
  response: ServerResponse,
  status: number,
  body = '',
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Returns the user's message of a request, which follows the system message. */
export const userMessageOf = ({ body }: ModelRequest): string => body.messages[1]?.content ?? ''

/** Returns the part of a page's text that a request has. */
export const sentTextOf = (request: ModelRequest): string =>
  userMessageOf(request)
    .split('\nText: ')[1]
    ?.replace(/\n<\/untrusted-\w+>$/, '') ?? ''

/** Returns the templates that a request wants, in the words of the generator. */
function wantedTemplates(request: ModelRequest): ModelTexts['templates'] {
  const line = userMessageOf(request)
    .split('\n')
    .find((one) => one.startsWith('Kinds'))
  // @NOTE another form fails the expectation that reads it.
  return JSON.parse(line?.slice(line.indexOf('{')) ?? '{}') as ModelTexts['templates']
}

/** Returns the kinds that a request wants. */
export const wantedKinds = (request: ModelRequest): string[] =>
  Object.keys(wantedTemplates(request))

/** Returns the words of the generator for a request, in the language that it asks for, with questions. */
export const generatedTextsFor = (
  request: ModelRequest,
  questions: ModelTexts['questions'],
): ModelTexts => ({
  language: /^Language: (\S+)/.exec(userMessageOf(request))?.[1] ?? '',
  templates: wantedTemplates(request),
  questions,
})

const COAST_QUESTIONS: ModelTexts['questions'] = [
  {
    question: 'Where do kelp forests grow?',
    sentence: 'Kelp forests grow in cold water near the coast.',
  },
  { question: 'What do otters keep away?', sentence: 'Otters keep the urchins away.' },
]

/** Returns good templates for a request, in English, and questions: by default those that the coast's pages answer. */
export const textsFor = (
  request: ModelRequest,
  questions: ModelTexts['questions'] = COAST_QUESTIONS,
): ModelTexts => ({
  language: 'en',
  templates: Object.fromEntries(
    wantedKinds(request).map((kind) => [
      kind,
      {
        label: `About otters: ${kind}`,
        template:
          kind === 'ask'
            ? 'Use what {{url}} says about the otters to answer {{question|quote}} in plain words.'
            : `Read {{url}} and tell me what it says about the otters, for ${kind}.`,
      },
    ]),
  ),
  questions: [...questions],
})
