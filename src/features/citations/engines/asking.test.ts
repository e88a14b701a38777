import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GOOD_ANSWERS, serp } from '../../../testing/engine-answers.ts'
import { EngineApp, QUESTION } from '../../../testing/engine-app.ts'
import { operatorKey } from '../../../testing/wire-server.ts'

let at: EngineApp

beforeAll(async () => {
  at = await EngineApp.start()
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

const asOperator = (vendor: string) => ({ authorization: `Bearer ${operatorKey(vendor)}` })
const userLocation = { type: 'approximate', country: 'DE' }

describe('a question is sent', () => {
  it.each([
    [
      'chatgpt',
      '/v1/responses',
      asOperator('OPENAI'),
      {
        model: 'gpt-5.4-mini',
        input: QUESTION.text,
        tools: [{ type: 'web_search', search_context_size: 'medium', user_location: userLocation }],
        tool_choice: 'auto',
        include: ['web_search_call.action.sources'],
        max_tool_calls: 5,
        store: false,
      },
    ],
    [
      'claude',
      '/v1/messages',
      { 'x-api-key': operatorKey('ANTHROPIC'), 'anthropic-version': '2023-06-01' },
      {
        model: 'claude-sonnet-5',
        max_tokens: 8_192,
        messages: [{ role: 'user', content: QUESTION.text }],
        tools: [
          {
            type: 'web_search_20250305',
            name: 'web_search',
            max_uses: 3,
            user_location: userLocation,
          },
        ],
      },
    ],
    [
      'perplexity',
      '/chat/completions',
      asOperator('PERPLEXITY'),
      {
        model: 'sonar',
        messages: [{ role: 'user', content: QUESTION.text }],
        web_search_options: { search_context_size: 'low', user_location: { country: 'DE' } },
      },
    ],
    [
      'gemini',
      '/v1beta/models/gemini-3.5-flash:generateContent',
      { 'x-goog-api-key': operatorKey('GEMINI') },
      {
        contents: [{ parts: [{ text: QUESTION.text }] }],
        tools: [{ google_search: {} }],
      },
    ],
    [
      'grok',
      '/v1/responses',
      asOperator('XAI'),
      {
        model: 'grok-4.3',
        input: QUESTION.text,
        tools: [{ type: 'web_search' }],
        store: false,
      },
    ],
    [
      'mistral',
      '/v1/conversations',
      asOperator('MISTRAL'),
      {
        model: 'mistral-medium-latest',
        inputs: QUESTION.text,
        tools: [{ type: 'web_search' }],
        stream: false,
        store: false,
      },
    ],
    [
      'compatible',
      '/v1/chat/completions',
      asOperator('COMPATIBLE'),
      {
        model: 'small-1',
        messages: [{ role: 'user', content: QUESTION.text }],
        tools: [{ type: 'openrouter:web_search' }],
      },
    ],
  ] as const)('to %s as its documents say', async (engine, path, headers, body) => {
    at.wire.next(GOOD_ANSWERS[engine])
    await at.ask(engine)
    expect(at.wire.calls).toMatchObject([{ method: 'POST', path, headers }])
    expect(at.wire.calls[0]?.body).toEqual(body)
  })

  it('to SerpApi, and once more for an overview that comes by a token', async () => {
    at.wire.next(serp.page({ page_token: 'tok' }), serp.page(serp.overview))
    const { state, usage } = await at.ask('google-ai-overview')
    expect({ state, searches: usage.searches }).toEqual({ state: 'ok', searches: 2 })
    const key = operatorKey('SERPAPI')
    expect(at.wire.calls.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      ['/search.json', { engine: 'google', q: QUESTION.text, gl: 'de', hl: 'de', api_key: key }],
      ['/search.json', { engine: 'google_ai_overview', page_token: 'tok', api_key: key }],
    ])
  })

  it('with no place where the question has none', async () => {
    at.wire.next(GOOD_ANSWERS.chatgpt)
    await at.ask('chatgpt', { ...QUESTION, country: null, language: null })
    expect(at.wire.calls[0]?.body).toMatchObject({
      tools: [{ type: 'web_search', search_context_size: 'medium' }],
    })
  })
})

it('an answer costs what the list of its vendor says, and nothing is said of others', async () => {
  const usage = { inputTokens: 1_000, outputTokens: 500, searches: 2 }
  const costs = await Promise.all(
    (['claude', 'perplexity', 'grok', 'chatgpt', 'compatible', 'fake'] as const).map(
      async (engine) => (await at.engine(engine)).costMicrosOf(usage),
    ),
  )
  expect(costs).toEqual([27_000, 11_500, 12_500, 23_000, null, 0])
  const claudeEngine = await at.engine('claude')
  expect(claudeEngine.costMicrosOf({ ...usage, searches: null })).toBeNull()
})
