import type { Attack } from '../attack.ts'
import { addPages } from './bulk-import.ts'

const QUERY = { metrics: ['impressions'], dimensions: ['path'], range: '7d' }

/** So many filters of 100 patterns each, which no name is like. */
const filters = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    dimension: 'path',
    op: 'contains',
    values: Array.from({ length: 100 }, (_none, j) => `zz${i * 100 + j}`),
  }))

/** Queries over daily sums that hold every name of a site against as many patterns as may be, and against more. */
export async function expensiveQueries(attack: Attack): Promise<void> {
  const target = await attack.target({ env: { QUERY_TIMEOUT_MS: '500' } })
  await addPages(target, attack.size(20_000, 500))
  const ask = (args: Readonly<Record<string, unknown>>) =>
    target.call('data', 'query', { site: target.siteId, ...QUERY, ...args })
  const eight = Array.from({ length: 8 }, () => ({ anyOf: filters(10) }))
  const refused = await attack.during('8,000 patterns in a query', target, () =>
    ask({ filters: eight }),
  )
  attack.expect(
    'The filters of a query have at most 1,000 values',
    refused.text.includes('at most 1000 values'),
    refused.text,
  )
  const answers = await attack.during('1,000 patterns, ten at once', target, () =>
    Promise.all(Array.from({ length: 10 }, () => ask({ filters: [{ anyOf: filters(10) }] }))),
  )
  attack.expect(
    'A query over daily sums is answered or ends at its time limit',
    answers.every(({ text }) => !text.includes('"isError":true') || text.includes('took longer')),
    answers.map(({ text }) => text.slice(0, 40)),
  )
  const hours = await attack.during('ten years by the hour', target, () =>
    ask({ dimensions: ['time:hour'], range: '2016-01-01..2025-12-31' }),
  )
  attack.expect(
    'A series by the hour has at most 92 days',
    hours.text.includes('92 days'),
    hours.text,
  )
}
