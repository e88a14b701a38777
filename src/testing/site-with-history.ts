import { importEvents } from '../features/events/import-events.ts'
import type { TestApp } from './start-test-app.ts'

/** A line of history; what is left out is an impression of the start page. */
export interface HistoryLine {
  at: string
  kind?: string
  url?: string
  visitor?: string
  eventId?: string
  [field: string]: unknown
}

export interface AnalyticsAnswer {
  columns: { name: string; kind: string; unit: string }[]
  rows: (string | number | null)[][]
  totals: Record<string, number | null>
  intervals: Record<string, { numerator: number; denominator: number; ci95: number[] | null }>
  comparison: {
    range: { from: string; to: string }
    totals: Record<string, number | null>
    rows: ((number | null)[] | null)[]
  } | null
  timeLabels: string[] | null
  range: { from: string; to: string }
  rowCount: number
  truncated: boolean
  partialBucket: string | null
  notes: string[]
  sampleTier: string
  dataFreshness: string | null
  nextCursor: string | null
}

/** Makes a site of an organization of its own, with history, and ways to add to it and to ask for its numbers. */
export async function siteWithHistory(
  app: TestApp,
  lines: readonly HistoryLine[] = [],
  fields: Record<string, unknown> = {},
) {
  const org = await app.org('self_hosted')
  const key = await app.key(org)
  const id = await app.site(key, fields)
  let taken = 0
  const addHistory = async (more: readonly HistoryLine[]): Promise<void> => {
    const { database, context } = app.app.services
    const site = await database.ingestSites.find(id, context.now())
    if (!site) throw new Error(`No site ${id}`)
    async function* each() {
      for (const line of more) {
        taken += 1
        const defaults = { eventId: `e${taken}`, kind: 'impression', url: '/', visitor: 'v' }
        yield JSON.stringify({ ...defaults, ...line })
      }
    }
    const report = await importEvents(each(), site, database.events, context.now())
    if (report.problems.length > 0) throw new Error(report.problems.join('\n'))
  }
  await addHistory(lines)
  const send = (parameters: Readonly<Record<string, unknown>>) => {
    const given = Object.entries(parameters).flatMap<[string, string]>(([name, value]) => {
      if (value === undefined) return []
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    })
    const query = new URLSearchParams(given)
    return app.api('GET', `/analytics/${id}/ai?${query.toString()}`, { token: key })
  }
  /** Asks over REST; throws unless it is answered. */
  const ask = async (parameters: Readonly<Record<string, unknown>>): Promise<AnalyticsAnswer> => {
    const { status, body } = await send(parameters)
    if (status !== 200) throw new Error(JSON.stringify(body.error))
    // @NOTE the answer's schema is the service's own; a wrong shape fails the expectation that reads it.
    return body.data as unknown as AnalyticsAnswer
  }
  return { org, key, id, addHistory, send, ask }
}
