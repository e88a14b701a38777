import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type { CitationEngine } from '../../../domain/citations/engines.ts'
import { serveCanary } from '../../../net/local-servers.ts'
import {
  chat,
  claude,
  gemini,
  outputText,
  response,
  SAYS_X,
  serp,
  webSearch,
} from '../../../testing/engine-answers.ts'
import { EngineApp, QUESTION } from '../../../testing/engine-app.ts'
import { operatorKey, respond } from '../../../testing/wire-server.ts'

let at: EngineApp

beforeAll(async () => {
  at = await EngineApp.start()
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

/** Returns the error with which asking the engine fails. */
async function errorOf(name: CitationEngine): Promise<EngineError> {
  const thrown: unknown = await at.ask(name).catch((error: unknown) => error)
  if (thrown instanceof EngineError) return thrown
  throw new Error('No error of an engine', { cause: thrown })
}

const SECRET = 'words of the engine'

it('a status is told, and whether to try again', async () => {
  const told: unknown[] = []
  for (const [status] of STATUSES) {
    at.wire.nextBy(respond(status, `{"error": "${SECRET}"}`))
    const { code, isRetryable, httpStatus, retryAfterMs, message } = await errorOf('chatgpt')
    expect([httpStatus, retryAfterMs]).toEqual([status, null])
    expect(message).not.toContain(SECRET)
    told.push([status, code, isRetryable])
  }
  expect(told).toEqual(STATUSES)
})

const STATUSES = [
  [400, 'invalid_request', false],
  [401, 'unauthorized', false],
  [402, 'http_status', false],
  [403, 'unauthorized', false],
  [404, 'invalid_request', false],
  [408, 'timeout', true],
  [409, 'http_status', true],
  [410, 'invalid_request', false],
  [425, 'http_status', true],
  [429, 'rate_limited', true],
  [500, 'http_status', true],
  [503, 'overloaded', true],
  [529, 'overloaded', true],
] as const

it('a wait that the engine asks for is heeded', async () => {
  const told: unknown[] = []
  for (const [header] of WAITS) {
    at.wire.nextBy(respond(429, '{}', { 'retry-after': header }))
    told.push([header, (await errorOf('chatgpt')).retryAfterMs])
  }
  expect(told).toEqual(WAITS)
})

// The clock of the app shows noon.
const WAITS = [
  ['7', 7_000],
  ['0.5', 500],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['99999999', 86_400_000],
  ['soon', null],
] as const

it('a wrong key that is told by 400, and an account without money, are told as such', async () => {
  at.wire.nextBy(respond(400, '{"error": {"details": [{"reason": "API_KEY_INVALID"}]}}'))
  expect(await errorOf('gemini')).toMatchObject({ code: 'unauthorized' })
  at.wire.nextBy(respond(429, '{"error": {"code": "insufficient_quota"}}'))
  expect(await errorOf('chatgpt')).toMatchObject({ code: 'rate_limited', isRetryable: false })
})

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

it('what is no JSON, too large or of another form is named', async () => {
  const told: unknown[] = []
  for (const [, body] of BODIES) {
    at.wire.nextBy(respond(200, body))
    const { code, isRetryable } = await errorOf('chatgpt')
    expect(isRetryable).toBe(false)
    told.push([code, body])
  }
  expect(told).toEqual(BODIES)
})

const BODIES = [
  ['not_json', '<!doctype html><title>Bad gateway</title>'],
  ['not_json', ''],
  ['not_json', JSON.stringify(response([outputText(SAYS_X)])).slice(0, 80)],
  ['too_large', `"${'x'.repeat(10 * 1024 * 1024)}"`],
  ['unexpected_shape', 'null'],
  ['unexpected_shape', deep(10_000)],
  ['unexpected_shape', '{"output": "none"}'],
] as const

it('what has changed is named by its place', async () => {
  for (const [engine, place, body] of CHANGED) {
    at.wire.next(body)
    const { code, message } = await errorOf(engine)
    expect([engine, code, message]).toEqual([
      engine,
      'unexpected_shape',
      expect.stringContaining(place),
    ])
  }
})

const CHANGED = [
  [
    'chatgpt',
    'output[0].content[0].text',
    response([{ type: 'message', content: [{ type: 'output_text', text: 7 }] }]),
  ],
  [
    'chatgpt',
    'output[0].action.sources[0].url',
    response([webSearch({ sources: [{ url: { href: 'x' } }] })]),
  ],
  ['claude', 'content', { stop_reason: 'end_turn' }],
  ['perplexity', 'choices', { citations: [] }],
  ['gemini', 'candidates', { modelVersion: 'x' }],
  ['mistral', 'outputs', { object: 'conversation.response' }],
  ['compatible', 'choices', { choices: [] }],
  ['google-ai-overview', 'ai_overview.references', serp.page({ references: 'none' })],
] as const

it.each([
  ['chatgpt', 'tool_error', response([webSearch({ sources: null }, 'failed'), outputText(SAYS_X)])],
  [
    'chatgpt',
    'rate_limited',
    response([], { status: 'failed', error: { code: 'rate_limit_exceeded', message: SECRET } }),
  ],
  ['chatgpt', 'unexpected_shape', { status: 'in_progress', output: [] }],
  [
    'claude',
    'tool_error',
    claude.message([claude.search(), claude.toolError, claude.text(SAYS_X)]),
  ],
  ['perplexity', 'unexpected_shape', chat('', { status: 'PENDING' })],
  ['gemini', 'tool_error', gemini.candidate([], undefined, 'TOO_MANY_TOOL_CALLS')],
  ['compatible', 'rate_limited', { error: { code: 429, message: SECRET } }],
  ['google-ai-overview', 'tool_error', { error: `Invalid API key: ${SECRET}` }],
  ['google-ai-overview', 'tool_error', serp.page({ error: SECRET })],
] as const)('a failure within an answer of %s is told: %s (%#)', async (engine, code, body) => {
  at.wire.next(body)
  const error = await errorOf(engine)
  expect(error.code).toBe(code)
  expect(error.message).not.toContain(SECRET)
})

it('no key follows a redirect', async () => {
  await using elsewhere = await serveCanary('127.0.0.1')
  for (const status of [301, 302, 307, 308]) {
    at.wire.nextBy(respond(status, '', { location: `http://127.0.0.1:${elsewhere.port}/` }))
    expect(await errorOf('chatgpt')).toMatchObject({ code: 'redirected', httpStatus: status })
  }
  expect(elsewhere.connections()).toBe(0)
})

it('a connection that ends early may be tried again', async () => {
  at.wire.nextBy((answer) => answer.destroy())
  expect(await errorOf('chatgpt')).toMatchObject({ code: 'network', isRetryable: true })
  at.wire.nextBy((answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('{')
    answer.destroy()
  })
  expect(await errorOf('chatgpt')).toMatchObject({ code: 'network', isRetryable: true })
})

it('who gives up hears their own reason', async () => {
  const controller = new AbortController()
  at.wire.nextBy(() => controller.abort(new Error('The run is cancelled')))
  const engine = await at.engine('chatgpt')
  await expect(engine.ask(QUESTION, controller.signal)).rejects.toThrow('The run is cancelled')
  await expect(engine.ask(QUESTION, controller.signal)).rejects.toThrow('The run is cancelled')
})

it('neither keys nor answers reach the log', () => {
  const logs = at.app.logs.join('')
  for (const word of [SECRET, operatorKey('OPENAI'), operatorKey('SERPAPI')]) {
    expect(logs).not.toContain(word)
  }
})
