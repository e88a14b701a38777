import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { AT, citedSite, questions, runOf } from '../../testing/cited-site.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ startAt: new Date(AT).toISOString() })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

describe('how sure it is', () => {
  it('has an interval over runs, and says how many more would show a change', async () => {
    const checks = [1, 3, 5, 7].flatMap((daysAgo, run) =>
      [0, 1, 2].flatMap((replica) =>
        runOf(20, daysAgo, (query) => (query + run) % 2 === 0, {
          replica: replica * 100 + daysAgo,
        }).map((one) => ({
          ...one,
          replica: one.query + 100 * replica,
        })),
      ),
    )
    const { ask } = await citedSite(app, questions(20), checks)
    const { data } = await ask({ metrics: 'citation_rate', dimensions: 'engine' })
    const { numerator, denominator, ci95, moreRuns } = data.intervals['citation_rate']!
    expect([numerator, denominator]).toEqual([120, 240])
    // Answers of a run are all alike: as sure as 60 trials, and not as 240, which would be 13 points wide.
    expect(ci95![1] - ci95![0]).toBeCloseTo(0.25, 1)
    expect(moreRuns).toBeGreaterThan(5)
    expect(data.rowIntervals).toEqual([data.intervals])
    expect(data.notes.join()).toMatch(/seen with \d+ more runs/)
  })

  it('says of several sites why it adds up nothing and has no interval', async () => {
    const { key } = await citedSite(
      app,
      questions(2),
      runOf(2, 1, (query) => query === 0),
    )
    await app.site(key, { domain: 'other-tides.example' })
    const metrics = ['citation_rate']
    const found = await askTool(app, 'data', 'query', key, {
      metrics,
      dimensions: ['engine'],
      site: 'all',
    })
    expect(found.structured['rows']).toMatchObject([
      [expect.any(String), 'chatgpt', 0.5, null, null, 'citation_rate'],
    ])
    expect(found.structured['notes']).toEqual(
      expect.arrayContaining([
        'not added up over sites, which have questions of their own: citation_rate',
        expect.stringMatching(/^rates of answers have no interval here/),
      ]),
    )
    const refused = await askTool(app, 'data', 'compare_periods', key, { metrics, site: 'all' })
    expect(refused.text).toContain('since each site has questions of its own')
  })

  it('tells a rise that most questions have, and not what comes by chance', async () => {
    const { ask, tool } = await citedSite(app, questions(12), [
      ...[30, 35, 40].flatMap((ago) => runOf(12, ago, (query) => query < 2)),
      ...[5, 10, 15].flatMap((ago) => runOf(12, ago, (query) => query < 10)),
    ])
    const compare = 'previous_period'
    const { data } = await ask({ metrics: 'citation_rate,citation_checks', compare })
    expect(data.comparison.verdicts).toMatchObject({
      citation_rate: { verdict: 'moved_up', reason: null },
      citation_checks: { verdict: null, reason: 'not_a_rate' },
    })
    const rows = await ask({ metrics: 'citation_rate', compare, dimensions: 'engine' })
    expect(rows.data.comparison.rowVerdicts).toMatchObject([{ verdict: 'moved_up' }])
    const one = await ask({ metrics: 'citation_rate', compare, dimensions: 'query' })
    expect(new Set(one.data.comparison.rowVerdicts.map(({ reason }) => reason))).toEqual(
      new Set(['few_runs']),
    )
    const explained = await tool('compare_periods', {
      metrics: ['citation_rate'],
      range: '28d',
      dimensions: ['engine'],
    })
    expect(explained.text).toContain('moved_up')
    expect(explained.text).toContain('+66.7 points over 12 questions')
  })

  it('compares nothing where the model is another one, and says so', async () => {
    const { ask } = await citedSite(app, questions(8), [
      ...runOf(8, 30, () => false, { model: 'old' }),
      ...runOf(8, 5, () => true, { model: 'new' }),
    ])
    const { data } = await ask({ metrics: 'citation_rate', compare: 'previous_period' })
    expect(data.comparison.verdicts).toMatchObject({
      citation_rate: { verdict: 'not_comparable', reason: 'models' },
    })
    expect(data.notes.join('\n')).toContain('models changed between the ranges')
  })

  it('has no interval and no verdict beside other sites, whose answers are not paired', async () => {
    const { id, key, tool } = await citedSite(app, questions(2), [
      ...runOf(2, 3, (query) => query === 0),
      ...runOf(2, 33, () => false),
    ])
    const other = await app.site(key, { url: 'https://other-cited.example/' })
    const { structured, text } = await tool('query', {
      site: [id, other],
      metrics: ['citation_rate', 'citation_checks'],
      dimensions: ['site'],
      range: '28d',
      compare: 'previous_period',
    })
    const [row] = structured['rows'] as unknown[][]
    expect([row?.slice(1, 5), text.includes('moved')]).toEqual([[0.5, 2, null, null], false])
  })
})
