// @vitest-environment happy-dom
import type { IncomingMessage, ServerResponse } from 'node:http'
import { h, render } from 'preact'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { localUrl, serveHttp, type LocalServer } from '../net/local-servers.ts'
import { drawnAnswer } from '../testing/drawn-answer.ts'
import { PAGES } from './pages.ts'

/** The server's answer to every request except the one for the session. */
type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => void

/** The time in which everything must have come, as all of it is on this machine. */
const SOON = { timeout: 10_000 }

let server: LocalServer
let answer: Answer
let asked: string[]
let root: HTMLElement

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Makes an answer that refuses as the API does. */
const refusal =
  (status: number, code: string, headers = {}): Answer =>
  (_, response) =>
    json(
      response,
      status,
      {
        data: {},
        error: { code, message: `This is ${code}`, fields: [] },
        meta: { requestId: 'req_1' },
      },
      headers,
    )

const drawn =
  (items: 0 | 1): Answer =>
  ({ method = 'GET' }, response, path) => {
    const body = drawnAnswer(method, path, items)
    if (body === undefined) throw new Error(`docs/openapi.json has no ${method} ${path}`)
    json(response, 200, { ...(body as object), error: null })
  }

const isBusy = (): boolean => root.querySelector('[aria-busy=true]') !== null
const isRefused = (): boolean => root.querySelector('[role=alert]') !== null
const says = (words: RegExp) => (): boolean => words.test(root.textContent ?? '')
const isWhole = (): boolean => asked.length > 0 && !isBusy() && !isRefused()

/** The pages that ask for nothing when they are opened, so nothing of them can fail. */
const ASKS_NOTHING: ReadonlySet<string> = new Set(['first-run'])

/** The states of a page, each with the server's answer and a check of what is seen. */
const STATES: readonly { name: string; answer: Answer; isSeen: () => boolean }[] = [
  { name: 'full', answer: drawn(1), isSeen: isWhole },
  { name: 'empty', answer: drawn(0), isSeen: isWhole },
  { name: 'loading', answer: () => undefined, isSeen: isBusy },
  {
    name: 'forbidden',
    answer: refusal(403, 'ROLE_REQUIRED'),
    isSeen: says(/You may not do this/),
  },
  { name: 'missing', answer: refusal(404, 'NOT_FOUND'), isSeen: says(/This is not there/) },
  {
    name: 'too often',
    answer: refusal(429, 'RATE_LIMITED', { 'retry-after': '30' }),
    isSeen: says(/Try again in \d+ s/),
  },
  {
    name: 'failed',
    answer: refusal(500, 'INTERNAL'),
    isSeen: says(/The server failed.*req_1/s),
  },
  {
    name: 'answered by something else',
    answer: (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>Bad'),
    isSeen: says(/Something between this page and the server answered/),
  },
  {
    name: 'lost',
    answer: (_, response) => response.destroy(),
    isSeen: says(/The server cannot be reached/),
  },
]

beforeAll(async () => {
  Object.assign(globalThis, { REQUIRED_ROLES: {}, APP_VERSION: '0', isSecureContext: true })
  server = await serveHttp((request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v1/, '').split('?')[0] ?? ''
    if (path === '/auth/session') return drawn(1)(request, response, path)
    asked.push(path)
    return answer(request, response, path)
  })
})

afterAll(() => server[Symbol.asyncDispose]())

afterEach(() => {
  render(null, root)
})

async function open(path: string): Promise<void> {
  const { forgetAnswers } = await import('./answers.ts')
  const { App } = await import('./app.tsx')
  const { navigate } = await import('./router.ts')
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(localUrl(server, '/app/'))
  forgetAnswers()
  asked = []
  document.body.innerHTML = '<div id="app"></div>'
  root = document.getElementById('app') ?? document.body
  navigate(path)
  render(h(App, {}), root)
  await expect.poll(() => root.querySelector('h1')?.textContent, SOON).toBeTruthy()
}

// The first run of a site leads on by what a scan says as it goes: first-run.browser.test.ts goes through it.
const pages = PAGES.filter(
  ({ isPublic, path }) => isPublic !== true && !path.startsWith('first-run/:siteId'),
)

it.each([...ASKS_NOTHING])('the page %s asks for nothing', async (path) => {
  await open(path)
  expect(isBusy() || isRefused()).toBe(false)
  expect(asked).toEqual([])
})

it.each(pages.flatMap(({ path }) => (ASKS_NOTHING.has(path) ? [] : [[path]])))(
  'the page %s is drawn in each state',
  async (path) => {
    for (const state of STATES) {
      ;({ answer } = state)
      await open(path.replaceAll(/:\w+/g, 'x'))
      await expect
        .poll(() => (state.isSeen() ? state.name : root.textContent), SOON)
        .toBe(state.name)
      render(null, root)
    }
  },
)
