import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EngineAnswer } from '../../../domain/citations/engine-answer.ts'
import {
  citation,
  claude,
  gemini,
  GOOD_ANSWERS,
  outputText,
  response,
  SAYS_X,
  webSearch,
} from '../../../testing/engine-answers.ts'
import { EngineApp } from '../../../testing/engine-app.ts'

let at: EngineApp

beforeAll(async () => {
  at = await EngineApp.start()
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

const A = 'https://example.com/a'
const B = 'https://example.org/b'

/** Returns an answer with its citations in short: each with the words that it is cited for. */
const inShort = ({ text, cited, retrieved, ...answer }: EngineAnswer) => ({
  ...answer,
  text,
  cited: cited.map(({ url, spans }) => [
    url,
    ...spans.map(({ start, end }) => text.slice(start, end)),
  ]),
  retrieved: retrieved.map(({ url }) => url),
})

describe('an answer is read', () => {
  it.each([
    ['chatgpt', [[`${A}?utm_source=openai`, SAYS_X]], [A]],
    ['claude', [[A, SAYS_X]], [A]],
    ['perplexity', [[A, '[1]']], [A, B]],
    ['grok', [[`${A}?utm_source=openai`, SAYS_X]], [A]],
    ['mistral', [[A, SAYS_X]], [A]],
    ['compatible', [[A, SAYS_X]], []],
    [
      'google-ai-overview',
      [
        [A, SAYS_X],
        [B, 'Burrs Flat ones.'],
      ],
      [A, B],
    ],
  ] as const)('of %s, with what it cites and what it found', async (engine, cited, retrieved) => {
    at.wire.next(GOOD_ANSWERS[engine])
    expect(inShort(await at.ask(engine))).toMatchObject({
      state: 'ok',
      retrieval: 'searched',
      cited,
      retrieved,
    })
  })

  it('of Gemini, whose offsets are bytes within a part, and whose addresses lead by way of Google', async () => {
    at.wire.next(GOOD_ANSWERS.gemini)
    const answer = await at.ask('gemini')
    expect(answer).toMatchObject({
      state: 'ok',
      servedModel: 'served-1',
      text: 'Café A says X.',
      searchQueries: ['best grinder'],
      usage: { inputTokens: 9, outputTokens: 7, searches: 1 },
    })
    expect(answer.cited).toEqual([
      {
        url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ',
        title: 'example.com',
        host: 'example.com',
        citedText: null,
        spans: [{ start: 0, end: 14 }],
        droppedSpans: 0,
      },
    ])
  })

  it.each([
    ['Example: the best grinders', null],
    ['localhost', null],
    ['com', null],
    ['shop.example.co.uk', 'shop.example.co.uk'],
  ])('of Gemini, where the title %s says the host %s', async (title, host) => {
    at.wire.next(
      gemini.candidate(
        [gemini.thought, { text: 'Café A says X.' }],
        gemini.grounding([gemini.web(title)]),
      ),
    )
    expect((await at.ask('gemini')).cited).toMatchObject([{ title, host }])
  })

  it('of OpenAI, with pages that it opened and feeds that have no address', async () => {
    at.wire.next(
      response([
        webSearch({ sources: [{ type: 'api', name: 'oai-sports' }] }),
        webSearch({ type: 'open_page', url: A, queries: null, sources: null }),
        webSearch({ type: 'open_page', url: null, queries: null, sources: null }, 'failed'),
        webSearch({ type: 'find_in_page', url: A, pattern: 'burr', queries: null, sources: null }),
        outputText('One 😀 two.', [
          citation({ start_index: 4, end_index: 9 }),
          citation({ start_index: 90, end_index: 99 }),
        ]),
        outputText('Three.', [citation({ url: B, start_index: 0, end_index: 5 })]),
      ]),
    )
    expect(inShort(await at.ask('chatgpt'))).toMatchObject({
      state: 'ok',
      text: 'One 😀 two.\n\nThree.',
      cited: [[`${A}?utm_source=openai`, '😀 two'], [`${A}?utm_source=openai`], [B, 'Three']],
      retrieved: ['oai-sports', A],
      usage: { searches: 1 },
    })
  })

  it('of Anthropic over several rounds, until it has ended', async () => {
    const begun = claude.message(
      [claude.search(), claude.results, claude.text('So: ')],
      'pause_turn',
    )
    at.wire.next(begun, claude.message([claude.cited(SAYS_X)]))
    const answer = await at.ask('claude')
    expect(inShort(answer)).toMatchObject({
      state: 'ok',
      text: `So: ${SAYS_X}`,
      cited: [[A, SAYS_X]],
      usage: { inputTokens: 18, outputTokens: 10, searches: 2 },
    })
    expect(answer.cited[0]?.citedText).toBe('X')
    expect(at.wire.calls[1]?.body).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: begun.content }],
    })
  })

  it('of Anthropic that pauses for ever is cut after five rounds', async () => {
    const begun = claude.message([claude.text('And so on. ')], 'pause_turn')
    at.wire.next(...Array.from({ length: 6 }, () => begun))
    expect((await at.ask('claude')).state).toBe('truncated')
    expect(at.wire.calls).toHaveLength(5)
  })

  it('of xAI, where only annotations are cited', async () => {
    const text = `${SAYS_X}[[1]](${A})`
    at.wire.next(
      response(
        [webSearch({ sources: null }), outputText(text, [{ type: 'url_citation', url: A }])],
        { citations: [A, 'https://x.com/i/status/1'] },
      ),
    )
    expect(inShort(await at.ask('grok'))).toMatchObject({
      state: 'ok',
      text,
      cited: [[A]],
      retrieved: [A, 'https://x.com/i/status/1'],
    })
  })

  it('with fields that nobody knows, and halves of characters', async () => {
    const unknown = { type: 'reasoning', content: 'none', summary: [] }
    at.wire.next(
      response([unknown, webSearch(), outputText('Half \ud83d.')], { billing: { payer: 'me' } }),
    )
    expect(await at.ask('chatgpt')).toMatchObject({ state: 'ok', text: 'Half \ufffd.' })
  })
})
