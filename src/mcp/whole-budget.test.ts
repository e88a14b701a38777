import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importVisits, agency } from '../testing/agency.ts'
import { askTool, type Arguments } from '../testing/ask-tool.ts'
import { TestApp } from '../testing/start-test-app.ts'

type Row = unknown[]

let app: TestApp
let key: string

const ROWS = 400

/** Makes many pages with many questions, so that every list is longer than an answer. */
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  const lines = Array.from({ length: ROWS }, (_, i) => ({
    at: '2026-11-10T10:00:00Z',
    kind: 'question',
    visitor: `v${i}`,
    url: `/guides/page-${i}/with-a-rather-long-address`,
    question: `How high is the tide at harbour number ${i} in the winter?`,
    target: 'claude',
  }))
  const made = await agency(app, [{ domain: 'one.example', lines }, { domain: 'two.example' }])
  key = made.key
  await importVisits(app, made.ids[1]!, [{ at: '2026-11-10T10:00:00Z' }])
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const LISTS: [server: string, tool: string, args: Arguments][] = [
  ['publisher', 'list_questions', { limit: 100 }],
  ['publisher', 'list_questions', { limit: 100, sort: 'frequent' }],
  ['publisher', 'list_pages', { limit: 100 }],
  ['data', 'get_breakdown', { dimensions: ['path'], limit: 100 }],
  ['data', 'query', { dimensions: ['path', 'time:day'], limit: 100 }],
  ['data', 'get_timeseries', { dimensions: ['path'], interval: 'day' }],
]

/** Counts the tokens that an answer costs as a whole, with the vocabulary itself. */
const costOf = ({ text, structured }: { text: string; structured: object }): number =>
  encode(text + (Object.keys(structured).length > 0 ? JSON.stringify(structured) : '')).length

const rowsOf = (text: string): number =>
  text.split('\n').filter((line) => line.includes('/guides/page-')).length

it('maxTokens is a limit for the whole answer, of three rows at least or with why not', async () => {
  for (const [server, tool, args] of LISTS) {
    for (const site of ['one.example', ['one.example', 'two.example']]) {
      if (tool === 'list_pages' && Array.isArray(site)) continue
      for (const maxTokens of [1_000, 2_000, 8_000, 20_000]) {
        const answer = await askTool(app, server, tool, key, { ...args, site, maxTokens })
        expect([tool, answer.isError]).toEqual([tool, false])
        expect(costOf(answer)).toBeLessThanOrEqual(maxTokens)
        const rows = answer.structured['rows'] as Row[]
        const isTold = answer.text.includes('maxTokens has no room for three rows')
        expect([tool, maxTokens, rows.length >= 3 || isTold]).toEqual([tool, maxTokens, true])
      }
    }
  }
})

it('a cut list says how many rows there are in all, and where a file has them', async () => {
  for (const [server, tool, args] of LISTS) {
    const less = tool === 'get_timeseries' ? { maxTokens: 2_000 } : { limit: 20 }
    const asked = { ...args, site: 'one.example', ...less }
    const { text } = await askTool(app, server, tool, key, asked)
    expect([tool, /^# 400 rows in all/m.test(text)]).toEqual([tool, true])
    const hasFile = tool !== 'list_pages'
    expect([tool, text.includes('export_data has them in one file')]).toEqual([tool, hasFile])
  }
  const whole = await askTool(app, 'data', 'get_breakdown', key, { dimensions: ['device'] })
  expect(whole.text).not.toContain('in all')
})

it('an answer of text alone holds the rows that the other channel would cost', async () => {
  for (const [server, tool, args] of LISTS) {
    const asked = { ...args, site: 'one.example', maxTokens: 3_000 }
    const both = await askTool(app, server, tool, key, asked)
    const text = await askTool(app, `${server}?structured=0`, tool, key, asked)
    expect([tool, Object.keys(text.structured)]).toEqual([tool, []])
    expect(costOf(text)).toBeLessThanOrEqual(3_000)
    expect([tool, rowsOf(text.text) >= 1.8 * rowsOf(both.text)]).toEqual([tool, true])
  }
})
