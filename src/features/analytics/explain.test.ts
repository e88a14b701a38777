import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { siteWithHistory, type HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { decomposeCount, decomposeRatio, type ComparedValue } from './decompose-change.ts'

type Row = (string | number | null)[]

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

const times = (count: number, line: HistoryLine): HistoryLine[] =>
  Array.from({ length: count }, (_, i) => ({ visitor: `v${i}`, ...line }))
const seen = { kind: 'impression' }
const clicked = { kind: 'ai_click', target: 'claude' }

/** The week of 9 November after the week of 2 November. */
beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, [
    { at: '2026-10-01T10:00:00Z' },
    ...times(100, { ...seen, at: '2026-11-03T10:00:00Z', url: '/a' }),
    ...times(100, { ...seen, at: '2026-11-03T10:00:00Z', url: '/b' }),
    ...times(40, { ...clicked, at: '2026-11-03T11:00:00Z', url: '/a' }),
    ...times(10, { ...clicked, at: '2026-11-03T11:00:00Z', url: '/b' }),
    ...times(200, { ...seen, at: '2026-11-10T10:00:00Z', url: '/a' }),
    ...times(50, { ...seen, at: '2026-11-10T10:00:00Z', url: '/b' }),
    ...times(20, { ...clicked, at: '2026-11-10T11:00:00Z', url: '/a' }),
    ...times(15, { ...clicked, at: '2026-11-10T11:00:00Z', url: '/b' }),
    ...times(3, { ...clicked, at: '2026-11-10T11:00:00Z', url: '/c' }),
  ])
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const WEEKS = { range: '2026-11-09..2026-11-15', compare: '2026-11-02..2026-11-08' }

async function explain(args: Arguments) {
  const answer = await askTool(app, 'data', 'compare_periods', site.key, {
    site: site.id,
    ...WEEKS,
    ...args,
  })
  return { ...answer, rows: (answer.structured['rows'] ?? []) as Row[] }
}

describe('compare_periods', () => {
  it('tells what each page did to a count, largest first', async () => {
    const { rows, structured, text } = await explain({
      metrics: ['ai_clicks'],
      dimensions: ['path'],
    })
    expect(structured['columns']).toEqual([
      'dimension',
      'value',
      'now',
      'before',
      'effect',
      'share_of_change',
      'verdict',
      'effect_is',
    ])
    expect(rows).toEqual([
      ['(total)', '', 38, 50, -12, 1, 'short_history', null],
      ['path', '/a', 20, 40, -20, 1.667, 'short_history', 'arithmetic'],
      ['path', '/b', 15, 10, 5, -0.4167, 'short_history', 'arithmetic'],
      ['path', '/c', 3, 0, 3, -0.25, 'too_few', 'arithmetic'],
    ])
    expect(text).toContain('changed by -24 %')
  })

  it('puts what is past the limit together', async () => {
    const { rows } = await explain({ metrics: ['ai_clicks'], dimensions: ['path'], limit: 1 })
    expect(rows.slice(1)).toEqual([
      ['path', '/a', 20, 40, -20, 1.667, 'short_history', 'arithmetic'],
      ['path', '(2 others)', 18, 10, 8, -0.6667, null, null],
    ])
  })

  it('tells of the others with the cursor, and of the total once', async () => {
    const asked = { metrics: ['ai_clicks'], dimensions: ['path'], limit: 1 }
    const first = await explain(asked)
    const cursor = first.structured['nextCursor']
    const second = await explain({ ...asked, cursor })
    expect(second.rows).toEqual([
      ['path', '/b', 15, 10, 5, -0.4167, 'short_history', 'arithmetic'],
      ['path', '(1 other)', 3, 0, 3, -0.25, null, null],
    ])
    const third = await explain({ ...asked, cursor: second.structured['nextCursor'] })
    expect(third.rows).toEqual([['path', '/c', 3, 0, 3, -0.25, 'too_few', 'arithmetic']])
    expect(third.structured['nextCursor']).toBeNull()
    expect((await explain({ ...asked, metrics: ['shares'], cursor })).isError).toBe(true)
    expect((await explain({ ...asked, limit: 101 })).text).toMatch(/^VALIDATION_FAILED.*\nlimit: /)
  })

  it('splits a rate into what changed and what weighs differently', async () => {
    const { rows } = await explain({ metrics: ['ai_ctr'], dimensions: ['path'] })
    expect(rows[0]).toEqual([
      '(total)',
      '',
      0.152,
      0.25,
      -0.098,
      1,
      null,
      null,
      'short_history',
      null,
    ])
    const effects = rows.slice(1).map(([, value, , , effect]) => [value, effect])
    // A page with clicks and no impressions has no rate of its own, so the answer has only whole effects.
    expect(effects).toEqual([
      ['/a', -0.12],
      ['/c', 0.012],
      ['/b', 0.01],
    ])
  })

  it('names what visitors of several values leave over', async () => {
    const { rows } = await explain({ metrics: ['visitors'], dimensions: ['path'] })
    const [total, ...parts] = rows
    const sum = parts.reduce((all, [, , , , effect]) => all + Number(effect), 0)
    expect(sum).toBe(total![4])
    expect(parts.at(-1)![1]).toBe('(under several values)')
  })

  it.each([
    ['ai_clicks', '2026-09-01..2026-09-07', 'the range before ended before anything was measured'],
    ['ai_ctr', '2026-10-05..2026-10-11', 'the range before measured nothing to compare with'],
  ])('lists no effect on %s after %s, and says why', async (metric, compare, why) => {
    const { rows, text } = await explain({ metrics: [metric], dimensions: ['path'], compare })
    expect(rows.map(([dimension, , , ...others]) => [dimension, ...others.slice(0, 3)])).toEqual([
      ['(total)', null, null, null],
    ])
    expect(text).toContain(`${metric}: ${why}, so there is no change to explain`)
    expect(text).not.toContain('n/a')
  })

  it('chooses drivers that the metric has and the filters leave open', async () => {
    const filters = [{ dimension: 'path', values: ['/a'] }]
    const { rows } = await explain({ metrics: ['ai_clicks'], filters })
    expect([...new Set(rows.slice(1).map(([dimension]) => dimension))]).toEqual([
      'engine',
      'country',
      'device',
    ])
  })

  it.each([
    [
      { metrics: ['ai_referral_share'], dimensions: ['engine'] },
      /ai_referral_share has no engine.*Legal for ai_referral_share: .*path/s,
    ],
    [{ metrics: ['ai_clicks'], compare: 'none' }, /Name a range to compare with/],
    [{ metrics: ['target_mix'] }, /add the dimension engine or operator/],
    [{ metrics: ['ai_clack'] }, /did you mean ai_clicks/],
  ])('refuses %j and says what is legal', async (args, reason) => {
    const { isError, text } = await explain(args)
    expect(isError).toBe(true)
    expect(text).toMatch(reason)
  })
})

const side = fc.record({
  denominator: fc.nat(500),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})
const part = fc.record({ now: side, before: side })

describe('effects', () => {
  it('effects add up to the change of a ratio, however it is made up', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), fc.boolean(), (drawn, loose) => {
        const counted = (one: { denominator: number; part: number }) => ({
          denominator: loose && one.part > 0.8 ? 0 : one.denominator,
          numerator: Math.round(one.denominator * one.part),
        })
        const parts: ComparedValue[] = drawn.map(({ now, before }, i) => ({
          label: String(i),
          now: counted(now),
          before: counted(before),
        }))
        const total = (which: 'now' | 'before') => ({
          numerator: parts.reduce((sum, one) => sum + one[which].numerator, 0),
          denominator: parts.reduce((sum, one) => sum + one[which].denominator, 0),
        })
        const [now, before] = [total('now'), total('before')]
        fc.pre(now.denominator > 0 && before.denominator > 0)
        const change = now.numerator / now.denominator - before.numerator / before.denominator
        const sum = decomposeRatio(parts, now, before).reduce((all, { effect }) => all + effect, 0)
        expect(sum).toBeCloseTo(change, 9)
        const counts = decomposeCount(parts).reduce((all, { effect }) => all + effect, 0)
        expect(counts).toBe(now.numerator - before.numerator)
      }),
      { numRuns: 300 },
    )
  })
})
