import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { chat, gemini, serp } from '../../../testing/engine-answers.ts'
import { EngineApp } from '../../../testing/engine-app.ts'
import { respond } from '../../../testing/wire-server.ts'

let at: EngineApp

beforeAll(async () => {
  at = await EngineApp.start()
})

afterEach(() => at.wire.reset())

afterAll(() => at[Symbol.asyncDispose]())

const A = 'https://example.com/a'

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

// Each of these answers would take seconds, and block all other work, if the work grew by the square of its length.
it('an address that is cited at each of thousands of places is one with its first places', async () => {
  at.wire.next({ ...chat('ä '.repeat(100_000) + '[1] '.repeat(150_000)), citations: [A] })
  const [cited, ...others] = (await at.ask('perplexity')).cited
  expect(others).toEqual([])
  expect(cited).toMatchObject({
    url: A,
    spans: { length: 100, 0: { start: 200_000, end: 200_003 } },
  })

  const annotation = { type: 'url_citation', url: A, content: 'ä', start_index: 1, end_index: 3 }
  const message = { content: 'ä'.repeat(150_000), annotations: many(3_000, () => annotation) }
  at.wire.next({ choices: [{ finish_reason: 'stop', message }] })
  const found = (await at.ask('compatible')).cited
  expect(found).toHaveLength(500)
  expect(found[0]).toMatchObject({ url: A, citedText: 'ä', spans: [{ start: 1, end: 3 }] })
})

it('lines that name their sources again and again are read once', async () => {
  const block = { snippet: 'Line.', reference_indexes: many(2_000, () => 0) }
  const references = many(4_000, () => ({ link: A, index: 0 }))
  at.wire.next(serp.page({ text_blocks: [block, block], references }))
  const [cited] = (await at.ask('google-ai-overview')).cited
  expect(cited).toMatchObject({
    url: A,
    spans: [
      { start: 0, end: 5 },
      { start: 6, end: 11 },
    ],
  })
})

it('quotations that stand nowhere are looked for as long as that takes not too long', async () => {
  const quoted = (text: string) => ({
    segment: { startIndex: 0, endIndex: 1, text },
    groundingChunkIndices: [0],
  })
  at.wire.next(
    gemini.candidate([{ text: `Found. ${'a'.repeat(390_000)}` }], {
      webSearchQueries: ['x'],
      groundingChunks: [{ web: { uri: A, title: 'A' } }],
      groundingSupports: [quoted('Found.'), ...many(2_000, () => quoted(`${'a'.repeat(100)}b`))],
    }),
  )
  expect((await at.ask('gemini')).cited).toMatchObject([{ url: A, spans: [{ start: 0, end: 6 }] }])
})

it.each([
  ['perplexity', { citations: many(100_000, () => 1) }],
  ['perplexity', { search_results: many(100_000, () => ({})) }],
  ['compatible', { nested: '[[[' }],
] as const)(
  'an answer of %s with too many values is refused before it is read',
  async (engine, more) => {
    const body = JSON.stringify({ ...chat('Example says X.'), ...more })
    const deep = body.replace('"[[["', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    at.wire.nextBy(respond(200, deep))
    await expect(at.ask(engine)).rejects.toMatchObject({ code: 'too_large' })
  },
)

it('an answer whose text is full of what separates values is read', async () => {
  at.wire.next(chat('Example says "[{,", \\'.repeat(5_000)))
  expect((await at.ask('compatible')).state).toBe('ok')
})

it('a count that is no whole number of tokens says nothing, and the answer counts', async () => {
  const body = JSON.stringify(chat('Example says X.'))
  for (const count of ['1.5', '1e20', '1e999', '-1', '"many"']) {
    const usage = `"usage":{"prompt_tokens":${count},"completion_tokens":5}`
    at.wire.nextBy(respond(200, body.replace(/"usage":\{[^}]*\}/, usage)))
    const { state, usage: told } = await at.ask('compatible')
    expect([state, told.inputTokens, told.outputTokens]).toEqual(['ok', null, 5])
  }
})
