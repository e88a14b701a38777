import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../testing/ask-tool.ts'
import {
  callProtocol,
  protocolAnswer,
  SAMPLE_ASK,
  SAMPLE_MANIFEST,
  SAMPLE_PAGE,
} from '../testing/call-protocol.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (tool: string, args: Arguments) => callProtocol(app, tool, args)

const answerOf = (tool: string, args: Arguments) => protocolAnswer(app, tool, args)

describe('arguments as assistants send them', () => {
  it.each<[string, Arguments, object]>([
    [
      'build_ask_link',
      {
        ask: JSON.stringify(SAMPLE_ASK),
        targets: 'Claude AI',
        page: JSON.stringify(SAMPLE_PAGE),
        policy: null,
        inputs: '',
      },
      { links: [{ target: 'claude' }] },
    ],
    [
      'build_ask_link',
      { ask: SAMPLE_ASK, assistant: 'Chat GPT', page: SAMPLE_PAGE },
      { links: [{ target: 'chatgpt' }] },
    ],
    [
      'build_ask_link',
      { ask: SAMPLE_ASK, targets: '["Le Chat","Google Gemini"]', page: SAMPLE_PAGE },
      { links: [{ target: 'mistral' }, { target: 'gemini' }] },
    ],
    [
      'build_ask_link',
      { ask: { ...SAMPLE_ASK, intent: 'Summarize' }, target: 'chatgpt.com', page: SAMPLE_PAGE },
      { links: [{ target: 'chatgpt' }] },
    ],
    [
      'evaluate_ask_policy',
      {
        policy: '{"rules":[{"path":"/","deny":["train-ai"]}]}',
        target: 'ChatGPT',
        use: 'Train AI',
        urls: 'https://example.com/a',
      },
      { use: 'train-ai', results: [{ decision: 'deny' }] },
    ],
    [
      'evaluate_ask_policy',
      {
        policy: { rules: [] },
        target: 'x-new',
        use: 'x-future',
        url: '/a',
        signals: { tdmReservation: '1' },
      },
      { use: 'x-future', results: [{ decision: 'unknown' }] },
    ],
    [
      'lint_prompt',
      { text: 'Summarize this.', isTemplate: 'true', sources: 'example.com' },
      { ok: true },
    ],
    [
      'verify_ask_link',
      { link: 'https://example.com/', manifest: JSON.stringify(SAMPLE_MANIFEST) },
      { status: 'unrecognised' },
    ],
    ['get_schema', { name: 'Cited Ask', version: 1 }, { name: 'cited-ask', version: '1.0' }],
    [
      'list_ask_targets',
      { status: 'Documented', capability: null },
      { targets: expect.any(Array) },
    ],
  ])('%s reads %j', async (tool, args, wanted) => {
    expect(await answerOf(tool, args)).toMatchObject(wanted)
  })
})

describe('bad input', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  const large = { ...SAMPLE_MANIFEST, _more: 'x'.repeat(524_288) }

  it.each<[string, Arguments, RegExp]>([
    [
      'verify_ask_link',
      { href: 'https://x.example/', manifest: large },
      /manifest: At most 262144 octets/,
    ],
    [
      'verify_ask_link',
      { href: 'x', manifest: { ...SAMPLE_MANIFEST, _a: deep(40) } },
      /Nested deeper than 16 levels/,
    ],
    [
      'verify_ask_link',
      { href: 'x', manifest: { ...SAMPLE_MANIFEST, askAi: 'two' } },
      /manifest.askAi: Give MAJOR.MINOR/,
    ],
    ['verify_ask_link', { href: 'x', manifest: {} }, /manifest.askAi: This member is required/],
    ['verify_ask_link', { href: 'x', manifest: '{"askAi":' }, /manifest: /],
    [
      'verify_ask_link',
      { href: 'x', manifest: SAMPLE_MANIFEST, manifestUrl: 'file:///etc/passwd' },
      /manifestUrl: Give an http or https address/,
    ],
    ['verify_ask_link', { href: `https://chatgpt.com/?q=${'a'.repeat(100_000)}` }, /href: /],
    ['lint_prompt', { prompt: 'x'.repeat(8_001) }, /prompt: /],
    ['lint_prompt', { prompt: 'a\uD800b' }, /prompt: Contains a lone surrogate/],
    [
      'lint_prompt',
      { prompt: 'a', sources: Array.from({ length: 51 }, (_, i) => `h${i}.example`) },
      /sources: /,
    ],
    [
      'build_ask_link',
      { ask: { ...SAMPLE_ASK, template: '{title' }, page: SAMPLE_PAGE },
      /ask.template: The brace at offset/,
    ],
    ['build_ask_link', { ask: { ...SAMPLE_ASK, id: 'Not An Id' }, page: SAMPLE_PAGE }, /ask.id: /],
    [
      'build_ask_link',
      {
        ask: SAMPLE_ASK,
        page: SAMPLE_PAGE,
        targets: Array.from({ length: 51 }, (_, i) => `t${i}`),
      },
      /targets: /,
    ],
    [
      'build_ask_link',
      { ask: SAMPLE_ASK, page: SAMPLE_PAGE, policy: { rules: [{ path: 'no-slash' }] } },
      /policy.rules\[0\].path: Begin the pattern/,
    ],
    [
      'evaluate_ask_policy',
      { policy: { rules: 'all' }, target: 'claude', use: 'answer', url: '/' },
      /policy.rules: Give a list/,
    ],
    [
      'evaluate_ask_policy',
      { policy: {}, target: 'claude', use: 'answer' },
      /url: Give url, or urls/,
    ],
    [
      'evaluate_ask_policy',
      {
        policy: {},
        target: 'claude',
        use: 'answer',
        urls: Array.from({ length: 51 }, (_, i) => `/${i}`),
      },
      /urls: /,
    ],
    ['get_schema', { name: '../../package' }, /name: /],
    ['get_schema', { name: 'policy', version: '2.0' }, /version: Must be 1.0/],
    ['list_ask_targets', { status: 'excellent' }, /status: /],
  ])('%s refuses it in words', async (tool, args, message) => {
    const { isError, text } = await call(tool, args)
    expect(isError).toBe(true)
    expect(text).toMatch(/^VALIDATION_FAILED: /)
    expect(text).toMatch(message)
  })

  it('more than a message may hold is 413', async () => {
    const response = await fetch(`${app.url}/mcp/protocol`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify('x'.repeat(800_000)),
    })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('BODY_TOO_LARGE')
  })

  it('a manifest that has ended, or is of another origin, counts as if it were not there', async () => {
    const { links } = (await answerOf('build_ask_link', {
      ask: SAMPLE_ASK,
      target: 'chatgpt',
      page: SAMPLE_PAGE,
    })) as unknown as { links: { href: string }[] }
    const href = links[0]?.href
    for (const given of [
      { manifest: { ...SAMPLE_MANIFEST, expires: '2020-01-01T00:00:00Z' } },
      { manifest: SAMPLE_MANIFEST, manifestUrl: 'https://other.example/ask-ai.json' },
    ]) {
      expect(await answerOf('verify_ask_link', { href, ...given })).toMatchObject({
        status: 'unpublished',
        notes: expect.arrayContaining(['the manifest counts as if it were not there']),
      })
    }
  })

  it('a malformed prompt spoils no other one, and unknown members nothing', async () => {
    const { links } = (await answerOf('build_ask_link', {
      ask: SAMPLE_ASK,
      target: 'chatgpt',
      page: SAMPLE_PAGE,
    })) as unknown as { links: { href: string }[] }
    const prompts = [{ id: 'BAD' }, { ...SAMPLE_ASK, _note: 'x' }]
    const manifest = { ...SAMPLE_MANIFEST, askAi: '1.7', unknown: { a: [1] }, prompts }
    const answer = await answerOf('verify_ask_link', { href: links[0]?.href, manifest })
    expect(answer).toMatchObject({ status: 'verified', ask: 'summary' })
  })

  it('a link with broken percent encoding, or a link of nobody, is told apart', async () => {
    for (const [href, status] of [
      ['https://chatgpt.com/?q=%E0%A4%A&hints=search', 'unpublished'],
      ['https://chatgpt.com.evil.example/?q=hi', 'unrecognised'],
      ['not a link', 'unrecognised'],
      [`https://chatgpt.com/?q=${'a'.repeat(70_000)}`, 'unrecognised'],
    ] as const) {
      expect(await answerOf('verify_ask_link', { href })).toMatchObject({ status })
    }
  })

  it('characters that nobody sees are shown', async () => {
    const { raw } = await call('verify_ask_link', {
      href: `https://chatgpt.com/?q=${encodeURIComponent('Sum\u200Bmarize\u202E this \u{E0041}')}`,
    })
    expect(raw).not.toMatch(/[\u200B\u202E\u{E0041}]/u)
    expect(raw).toContain(String.raw`\\u{200B}`)
    expect(raw).toContain('AAP-HIDDEN')
  })
})
