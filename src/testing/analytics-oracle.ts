import { bucketOf, dateOf } from './oracle-calendar.ts'
import type { OracleDimension, OracleEvent } from './oracle-events.ts'
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
  /** They are in the order of the query; at most one is `time:…`. */
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

export function askOracle(all: readonly OracleEvent[], query: OracleQuery): OracleAnswer {
  const { zone, metrics, dimensions, from, to, filters, having = [] } = query
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
    const bounded = having.every(({ metric, op, value }) => {
      const actual = group.metric(metric, wholeOf(labels))
      return actual !== null && within(actual, op, value)
    })
    if (!bounded) continue
    rows.set(
      key,
      metrics.map((metric) => group.metric(metric, whole)),
    )
  }
  return { totals: metrics.map((metric) => total.metric(metric, total.clicks())), rows }
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
