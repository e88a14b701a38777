import type { Scope } from '../kernel/door/scopes.ts'
import { DAY_MS } from '../lib/time/clock.ts'
import { askTool } from './ask-tool.ts'
import { storeChecks, type StoredCheck, type StoredQuery } from './citation-rows.ts'
import type { TestApp, TestOrg } from './start-test-app.ts'

/** The time at which an app of these tests starts. */
export const AT = Date.parse('2026-11-20T12:00:00.000Z')

interface Asked {
  rows: (string | number | null)[][]
  totals: Record<string, number | null>
  intervals: Record<
    string,
    { numerator: number; denominator: number; ci95: [number, number] | null; moreRuns?: number }
  >
  rowIntervals: Asked['intervals'][]
  comparison: {
    totals: Record<string, number | null>
    verdicts: Record<string, { verdict: string | null; reason: string | null }>
    rowVerdicts: { verdict: string | null; reason: string | null }[]
  }
  notes: string[]
  dataFreshness: string | null
  sampleTier: string
}

/** A site with these answers, and its doors. */
export async function citedSite(
  app: TestApp,
  queries: readonly StoredQuery[],
  checks: readonly StoredCheck[],
  scopes?: Scope[],
) {
  const org: TestOrg = await app.org('business')
  const key = await app.key(org)
  const id = await app.site(key, {
    url: `https://site-${org.id.slice(-12).toLowerCase()}.example/`,
  })
  await storeChecks(app, id, { queries, checks })
  const caller = scopes ? await app.key(org, scopes) : key
  const ask = async (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ range: '28d', ...parameters }).toString()
    const { status, body } = await app.api('GET', `/analytics/${id}/ai?${query}`, { token: caller })
    return { status, error: body.error, data: body.data as unknown as Asked }
  }
  const tool = (name: string, args: Record<string, unknown>) =>
    askTool(app, 'data', name, key, { site: id, ...args })
  return { id, key, ask, tool }
}

/** Questions that name no brand. */
export const questions = (count: number): StoredQuery[] =>
  Array.from({ length: count }, (_, i) => ({ text: `Question ${i}` }))

/** A run of one answer to each question, some days ago. */
export const runOf = (
  count: number,
  daysAgo: number,
  cited: (query: number) => boolean,
  more: Partial<StoredCheck> = {},
): StoredCheck[] =>
  Array.from({ length: count }, (_, query) => ({
    at: AT - daysAgo * DAY_MS,
    run: daysAgo,
    query,
    engine: 'chatgpt',
    cited: cited(query),
    ...more,
  }))
