import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  chat,
  claude,
  gemini,
  mistral,
  outputText,
  response,
  SAYS_X,
  serp,
  sonarSources,
  webSearch,
} from '../../../testing/engine-answers.ts'
import { EngineApp } from '../../../testing/engine-app.ts'

let at: EngineApp

beforeAll(async () => {
  at = await EngineApp.start()
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
const silent = webSearch({ sources: null })
const spoken = [gemini.thought, { text: 'Café A says X.' }]
const withToolTokens = {
  ...gemini.candidate(spoken),
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, toolUsePromptTokenCount: 5_372 },
}

describe('an answer that cannot be counted says why', () => {
  it.each([
    ['chatgpt', 'ok', 'not_searched', response([outputText(SAYS_X)])],
    ['chatgpt', 'ok', 'searched', response([webSearch({ sources: [] }), outputText(SAYS_X)])],
    ['chatgpt', 'sources_missing', 'searched', response([silent, outputText(SAYS_X)])],
    ['chatgpt', 'no_answer', 'searched', response([webSearch()])],
    [
      'chatgpt',
      'refused',
      'not_searched',
      response([{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }]),
    ],
    ['chatgpt', 'truncated', 'not_searched', response([outputText('Exa')], cut)],
    ['chatgpt', 'refused', 'not_searched', response([], filtered)],
    ['claude', 'ok', 'not_searched', claude.message([claude.text(SAYS_X)])],
    ['claude', 'refused', 'not_searched', claude.message([], 'refusal')],
    ['claude', 'truncated', 'not_searched', claude.message([claude.text('Exa')], 'max_tokens')],
    [
      'claude',
      'truncated',
      'not_searched',
      claude.message([claude.text('Exa')], 'model_context_window_exceeded'),
    ],
    [
      'claude',
      'sources_missing',
      'searched',
      claude.message([
        claude.code,
        claude.search({ type: 'code_execution_20260120' }),
        claude.text(SAYS_X),
      ]),
    ],
    [
      'claude',
      'ok',
      'searched',
      claude.message([
        claude.search(),
        claude.results,
        claude.search(),
        claude.toolError,
        claude.cited(SAYS_X),
      ]),
    ],
    [
      'perplexity',
      'sources_missing',
      'searched',
      chat(SAYS_X, { citations: null, search_results: null }),
    ],
    ['perplexity', 'ok', 'not_searched', chat(SAYS_X, { usage: { num_search_queries: 0 } })],
    ['perplexity', 'ok', 'searched', chat([{ type: 'text', text: SAYS_X }], sonarSources)],
    ['perplexity', 'no_answer', 'searched', chat(null, sonarSources)],
    ['perplexity', 'truncated', 'searched', chat('Exa', sonarSources, { finish_reason: 'length' })],
    ['gemini', 'ok', 'not_searched', gemini.candidate(spoken)],
    ['gemini', 'sources_missing', 'searched', withToolTokens],
    [
      'gemini',
      'sources_missing',
      'searched',
      gemini.candidate(spoken, { webSearchQueries: ['q'] }),
    ],
    ['gemini', 'refused', 'not_searched', gemini.candidate([], undefined, 'SAFETY')],
    ['gemini', 'refused', 'not_searched', { promptFeedback: { blockReason: 'OTHER' } }],
    ['gemini', 'truncated', 'not_searched', gemini.candidate(spoken, undefined, 'MAX_TOKENS')],
    ['gemini', 'no_answer', 'not_searched', gemini.candidate([gemini.thought])],
    ['grok', 'sources_missing', 'searched', response([silent, outputText(SAYS_X)])],
    ['mistral', 'ok', 'not_searched', mistral.conversation([mistral.output(SAYS_X)])],
    [
      'mistral',
      'sources_missing',
      'searched',
      mistral.conversation([mistral.search, mistral.output(SAYS_X)]),
    ],
    [
      'mistral',
      'ok',
      'searched',
      mistral.conversation([
        mistral.search,
        mistral.output([{ type: 'text', text: SAYS_X }, mistral.reference(null)]),
      ]),
    ],
    ['mistral', 'refused', 'not_searched', mistral.conversation([], { guardrails: [{}] })],
    ['compatible', 'ok', 'unknown', chat(SAYS_X)],
    ['compatible', 'refused', 'unknown', chat(null, {}, { finish_reason: 'content_filter' })],
    [
      'google-ai-overview',
      'no_answer',
      'unknown',
      serp.page(undefined, { error: 'Google has not returned any results' }),
    ],
    [
      'google-ai-overview',
      'sources_missing',
      'searched',
      serp.page({ ...serp.overview, references: null }),
    ],
  ] as const)('%s: %s, %s', async (engine, state, retrieval, body) => {
    at.wire.next(body)
    expect(await at.ask(engine)).toMatchObject({ state, retrieval })
  })
})
