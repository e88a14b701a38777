import { Sqlite } from '../../db/sqlite/binding.ts'

// Counts events the slow and obvious way, without anything of the query engine: raw rows, Intl for calendars, loops.

export interface OracleEvent {
  at: number
  kind: number
  visitor: string
  path: string
  engine: string
  referrer: string
  country: string
  device: string
}

export type OracleDimension = 'path' | 'engine' | 'referrer' | 'country' | 'device'
export type OracleGrain = 'hour' | 'day' | 'week' | 'month'

export interface OracleFilter {
  dimension: OracleDimension
  op: string
  values: string[]
}

const COUNTS = { impressions: 1, ai_clicks: 2, shares: 3, questions: 4, ai_referrals: 5 } as const
const RATES = { ai_ctr: 'ai_clicks', share_rate: 'shares', question_rate: 'questions' } as const

/** Every raw event of a site, with the texts of its dimensions. */
export function readEvents(file: string, siteId: string): OracleEvent[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    return db
      .prepare<[string], OracleEvent>(
        `SELECT e.at, e.kind, hex(e.visitor) AS visitor, COALESCE(p.path, '(none)') AS path,
           COALESCE(t1.value, '(none)') AS engine, COALESCE(t2.value, '(none)') AS referrer,
           COALESCE(t3.value, '(none)') AS country, COALESCE(t4.value, '(none)') AS device
         FROM event e JOIN site s ON s.num = e.site_num LEFT JOIN page p ON p.num = e.page_num
           LEFT JOIN term t1 ON t1.num = e.engine LEFT JOIN term t2 ON t2.num = e.referrer
           LEFT JOIN term t3 ON t3.num = e.country LEFT JOIN term t4 ON t4.num = e.device
         WHERE s.id = ?`,
      )
      .all(siteId)
  } finally {
    db.close()
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(zone: string, at: number): Record<string, string> {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    })
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** The local date as YYYY-MM-DD. */
export function dateOf(zone: string, at: number): string {
  const { year, month, day } = partsOf(zone, at)
  return `${year}-${month}-${day}`
}

export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The label of the bucket that an instant falls into. Hours are told for whole-hour offsets alone. */
export function bucketOf(zone: string, at: number, grain: OracleGrain): string {
  const date = dateOf(zone, at)
  if (grain === 'day') return date
  if (grain === 'month') return date.slice(0, 7)
  if (grain === 'week') {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    return shiftDate(date, -((weekday + 6) % 7))
  }
  const { hour, timeZoneName = '' } = partsOf(zone, at)
  return `${date}T${hour}:00${timeZoneName.replace('GMT', '') || '+00:00'}`
}

function passes(event: OracleEvent, { dimension, op, values }: OracleFilter): boolean {
  const text = event[dimension]
  const lower = text.toLowerCase()
  switch (op) {
    case 'is':
    case 'in':
      return values.includes(text)
    case 'is_not':
      return !values.includes(text)
    case 'contains':
      return values.some((value) => lower.includes(value.toLowerCase()))
    case 'starts_with':
      return values.some((value) => lower.startsWith(value.toLowerCase()))
    default:
      throw new Error(`The oracle knows no ${op}`)
  }
}

/** Metrics of the events, by name. `visitorPeriod` says within what a reader counts once. */
function measure(
  events: readonly OracleEvent[],
  metrics: readonly string[],
  visitorPeriod: (event: OracleEvent) => string,
): (number | null)[] {
  const count = (kind: number): number => events.filter((event) => event.kind === kind).length
  const value = (metric: string): number | null => {
    if (metric === 'visitors') {
      return new Set(events.map((event) => `${visitorPeriod(event)} ${event.visitor}`)).size
    }
    if (metric in COUNTS) return count(COUNTS[metric as keyof typeof COUNTS])
    const impressions = count(COUNTS.impressions)
    const numerator = RATES[metric as keyof typeof RATES]
    return impressions === 0 ? null : count(COUNTS[numerator]) / impressions
  }
  return metrics.map(value)
}

export interface OracleQuery {
  zone: string
  metrics: string[]
  /** In the order of the query; at most one `time:…`. */
  dimensions: string[]
  /** Inclusive local dates. */
  from: string
  to: string
  filters: OracleFilter[]
}

export interface OracleAnswer {
  totals: (number | null)[]
  /** By the row's labels, joined. */
  rows: Map<string, (number | null)[]>
}

export const rowKey = (labels: readonly unknown[]): string => JSON.stringify(labels)

export function askOracle(all: readonly OracleEvent[], query: OracleQuery): OracleAnswer {
  const { zone, metrics, dimensions, from, to, filters } = query
  const inRange = all.filter((event) => {
    const date = dateOf(zone, event.at)
    return date >= from && date <= to && filters.every((filter) => passes(event, filter))
  })
  const byDay = (event: OracleEvent): string => dateOf(zone, event.at)
  const isHourly = dimensions.includes('time:hour')
  const period = isHourly ? (e: OracleEvent) => bucketOf(zone, e.at, 'hour') : byDay
  const groups = new Map<string, OracleEvent[]>()
  for (const event of inRange) {
    const labels = dimensions.map((dimension) =>
      dimension.startsWith('time:')
        ? bucketOf(zone, event.at, dimension.slice(5) as OracleGrain)
        : event[dimension as OracleDimension],
    )
    const key = rowKey(labels)
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return {
    totals: measure(inRange, metrics, byDay),
    rows: new Map([...groups].map(([key, events]) => [key, measure(events, metrics, period)])),
  }
}
