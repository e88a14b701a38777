import { Sqlite } from '../../db/sqlite/binding.ts'
import { AI_SOURCES } from '../domain/events/ai-sources.ts'
import { clockOf, dateOf } from './oracle-calendar.ts'

export type OracleDimension = Exclude<
  keyof OracleEvent,
  'arrival' | 'at' | 'seq' | 'kind' | 'visitor' | 'begins'
>

/** A raw event with the texts of its dimensions; `(none)` where it has none. `at` is epoch milliseconds. */
export interface OracleEvent {
  at: number
  seq: number
  kind: number
  visitor: string
  path: string
  pageId: string
  engine: string
  operator: string
  referrer: string
  country: string
  device: string
  /** The beginning of the visit: this field and the next two. */
  channel: string
  campaign: string
  entryPath: string
  /** The engine that the visit came from. */
  arrival: string
  /** The engine that the visit came from, and its operator. */
  cameFrom: string
  cameFromOperator: string
  language: string
  method: string
  promptKind: string
  promptId: string
  ruleId: string
  weekday: string
  hourOfDay: string
  /** True for the first event of a session. */
  begins: boolean
}

const HALF_HOUR_MS = 1_800_000

export const operatorOf = (engine: string): string =>
  engine === '(none)' ? '(none)' : (OPERATORS.get(engine) ?? 'other')

/** The values that a visit keeps from its first event, and the time of its last one. */
interface Visit {
  channel: string
  referrer: string
  campaign: string
  entryPath: string
  arrival: string
  lastAt: number
}

const OPERATORS = new Map(AI_SOURCES.map(({ engine, operator }) => [engine, operator]))

const FACETS = ['language', 'method', 'promptKind', 'promptId', 'ruleId'] as const

/** Reads every raw event of a site, with the texts of its dimensions, and the first ones of sessions marked. */
export function readEvents(file: string, siteId: string, zone: string): OracleEvent[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    type Row = Omit<
      OracleEvent,
      | 'operator'
      | 'begins'
      | 'weekday'
      | 'hourOfDay'
      | 'channel'
      | 'campaign'
      | 'entryPath'
      | (typeof FACETS)[number]
    > & {
      facet: string
    }
    const rows = db
      .prepare<[string], Row>(
        `SELECT e.at, e.seq, e.kind, hex(e.visitor) AS visitor, COALESCE(p.path, '(none)') AS path,
           COALESCE(p.id, '(none)') AS pageId,
           COALESCE(t1.value, '(none)') AS engine, COALESCE(t2.value, '(none)') AS referrer,
           COALESCE(t3.value, '(none)') AS country, COALESCE(t4.value, '(none)') AS device,
           COALESCE(f.facet_key, '{}') AS facet
         FROM event e JOIN site s ON s.num = e.site_num LEFT JOIN page p ON p.num = e.page_num
           LEFT JOIN facet f ON f.num = e.facet
           LEFT JOIN term t1 ON t1.num = e.engine LEFT JOIN visit_source v ON v.site_num = e.site_num AND v.num = e.visit % 16777216
           LEFT JOIN term t2 ON t2.num = CASE e.referrer WHEN 0 THEN v.referrer ELSE e.referrer END
           LEFT JOIN term t3 ON t3.num = e.country LEFT JOIN term t4 ON t4.num = e.device
         WHERE s.id = ? ORDER BY e.at, e.seq`,
      )
      .all(siteId)
    const visits = new Map<string, Visit>()
    return rows.map(({ facet, ...row }) => {
      const key = `${dateOf(zone, row.at)} ${row.visitor}`
      const kept = JSON.parse(facet) as Record<string, string>
      const before = visits.get(key)
      const begins = before === undefined || row.at - before.lastAt > HALF_HOUR_MS
      const { channel = '(none)' } = kept
      const visit = begins
        ? {
            channel: channel === 'internal' ? 'continued' : channel,
            referrer: row.referrer,
            campaign: channel === 'internal' ? '(none)' : (kept['campaign'] ?? '(none)'),
            entryPath: row.path,
            arrival: channel === 'ai' ? (kept['arrival'] ?? '(none)') : '(none)',
            lastAt: row.at,
          }
        : before
      visit.lastAt = row.at
      visits.set(key, visit)
      const texts = Object.fromEntries(FACETS.map((name) => [name, kept[name] ?? '(none)']))
      return {
        ...row,
        ...clockOf(zone, row.at),
        ...(texts as Record<(typeof FACETS)[number], string>),
        channel: visit.channel,
        referrer: visit.referrer,
        campaign: visit.campaign,
        entryPath: visit.entryPath,
        arrival: visit.arrival,
        operator: operatorOf(row.engine),
        begins,
      }
    })
  } finally {
    db.close()
  }
}
