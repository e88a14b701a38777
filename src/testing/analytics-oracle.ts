import { bucketOf, dateOf } from './oracle-calendar.ts'
import { operatorOf, type OracleDimension, type OracleEvent } from './oracle-events.ts'
import { OracleGroup, type Period } from './oracle-group.ts'

// Counts events the slow and obvious way, without anything of the query engine: raw rows, Intl for calendars, loops.

export interface OraclePlainFilter {
  dimension: OracleDimension
  op: string
  values: string[]
}
export type OracleFilter = OraclePlainFilter | { anyOf: OraclePlainFilter[] }

export interface OracleQuery {
  zone: string
  metrics: string[]
  /** The dimensions in the order of the query; at most one is `time:…`. */
  dimensions: string[]
  /** Local dates, both included. */
  from: string
  to: string
  filters: OracleFilter[]
  having?: { metric: string; op: string; value: number }[]
}

export interface OracleAnswer {
  totals: (number | null)[]
  /** Values of each row, by its joined labels. */
  rows: Map<string, (number | null)[]>
}

function passes(event: OracleEvent, filter: OracleFilter): boolean {
  if ('anyOf' in filter) return filter.anyOf.some((one) => passes(event, one))
  const { dimension, op, values } = filter
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
    case 'glob':
      return values.some((value) => globPattern(value).test(lower))
    default:
      throw new Error(`The oracle knows no ${op}`)
  }
}

const globPattern = (glob: string): RegExp => {
  const escaped = glob.toLowerCase().replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}

export const rowKey = (labels: readonly unknown[]): string => JSON.stringify(labels)

/** Metrics of engines that were opened, asked or come from with one event; in all others, the visit came from them. */
const OF_EVENTS = ['ai_clicks', 'shares', 'questions', 'ai_referrals', 'target_mix', 'return_rate']

export function askOracle(all: readonly OracleEvent[], query: OracleQuery): OracleAnswer {
  const arrived = all.map((event) => ({
    ...event,
    engine: event.arrival,
    operator: operatorOf(event.arrival),
  }))
  const { metrics, having = [] } = query
  const asked = [...metrics, ...having.map(({ metric }) => metric)]
  const sides = { event: askSide(all, query, asked), visit: askSide(arrived, query, asked) }
  const valuesOf = (read: (side: Side) => (number | null)[]) =>
    asked.map((metric, i) => {
      const side = OF_EVENTS.includes(metric) ? sides.event : sides.visit
      return read(side)[i] ?? null
    })
  const rows = new Map<string, (number | null)[]>()
  for (const key of new Set([...sides.event.rows.keys(), ...sides.visit.rows.keys()])) {
    const values = valuesOf(({ rows: found, nothing }) => found.get(key) ?? nothing(key))
    const isKept = having.every(({ op, value }, i) => {
      const actual = values[metrics.length + i] ?? null
      return actual !== null && within(actual, op, value)
    })
    if (isKept) rows.set(key, values.slice(0, metrics.length))
  }
  return { totals: valuesOf(({ totals }) => totals).slice(0, metrics.length), rows }
}

interface Side extends OracleAnswer {
  /** The values of a row that has no events on this side. */
  readonly nothing: (key: string) => (number | null)[]
}

function askSide(
  all: readonly OracleEvent[],
  query: OracleQuery,
  metrics: readonly string[],
): Side {
  const { zone, dimensions, from, to, filters } = query
  const inRange = all.filter((event) => {
    const date = dateOf(zone, event.at)
    return date >= from && date <= to && filters.every((filter) => passes(event, filter))
  })
  const byDay: Period = (event) => dateOf(zone, event.at)
  const byHour: Period = (event) => bucketOf(zone, event.at, 'hour')
  const period = dimensions.includes('time:hour') ? byHour : byDay
  const groups = new Map<string, { labels: string[]; group: OracleGroup }>()
  const total = new OracleGroup(byDay, zone)
  total.events.push(...inRange)
  for (const event of inRange) {
    const labels = dimensions.map((dimension) => labelOf(event, dimension, zone))
    const key = rowKey(labels)
    const known = groups.get(key) ?? { labels, group: new OracleGroup(period, zone) }
    known.group.events.push(event)
    groups.set(key, known)
  }
  const split = dimensions.findIndex((name) => name === 'engine' || name === 'operator')
  const wholeOf = (labels: readonly string[]): number =>
    [...groups.values()]
      .filter((other) => labels.every((label, i) => i === split || other.labels[i] === label))
      .reduce((sum, { group }) => sum + group.clicks(), 0)
  const rows = new Map<string, (number | null)[]>()
  for (const [key, { labels, group }] of groups) {
    const whole = metrics.includes('target_mix') ? wholeOf(labels) : 0
    rows.set(
      key,
      metrics.map((metric) => group.metric(metric, whole)),
    )
  }
  const nothing = (key: string) => {
    const whole = wholeOf(JSON.parse(key) as string[])
    return metrics.map((metric) => new OracleGroup(byDay, zone).metric(metric, whole))
  }
  return { totals: metrics.map((metric) => total.metric(metric, total.clicks())), rows, nothing }
}

function within(actual: number, op: string, value: number): boolean {
  switch (op) {
    case 'gt':
      return actual > value
    case 'gte':
      return actual >= value
    case 'lt':
      return actual < value
    default:
      return actual <= value
  }
}

const labelOf = (event: OracleEvent, dimension: string, zone: string): string =>
  dimension.startsWith('time:')
    ? bucketOf(zone, event.at, dimension.slice(5))
    : event[dimension as OracleDimension]
