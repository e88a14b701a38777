import { foldName, VALUE_ALIASES } from '../../kernel/arguments/argument-aliases.ts'
import type { MetricId } from './metrics.ts'

interface ReadOrder {
  /** The metric that rows are ordered by; undefined where the words name no metric of the query. */
  metric: MetricId | undefined
  /** The words of the order without their direction. */
  name: string
  direction: 'asc' | 'desc'
}

const WAYS: ReadonlyMap<string, ReadOrder['direction']> = new Map([
  ['asc', 'asc'],
  ['ascending', 'asc'],
  ['desc', 'desc'],
  ['descending', 'desc'],
])

/** Reads an order such as `-ai_ctr` or `ctr desc`; a direction alone orders by the first metric. */
export function readOrder(orderBy: string, metrics: readonly MetricId[]): ReadOrder {
  const words = orderBy.trim().split(/[\s:]+/)
  const way = WAYS.get(words.at(-1)?.toLowerCase() ?? '')
  const text = (way ? words.slice(0, -1) : words).join(' ')
  const name = text.replace(/^-/, '')
  const metric = way && name === '' ? metrics[0] : metricNamed(name, metrics)
  return { metric, name, direction: way === 'desc' || text.startsWith('-') ? 'desc' : 'asc' }
}

/** Finds the metric of this name, else the metric that the name is another word for. */
function metricNamed(name: string, metrics: readonly MetricId[]): MetricId | undefined {
  if (name.startsWith('-')) return undefined
  const folded = foldName(name)
  const isMeant = (id: MetricId): boolean =>
    [id, ...(VALUE_ALIASES[id] ?? [])].some((alias) => foldName(alias) === folded)
  return metrics.find((id) => id === name) ?? metrics.find(isMeant)
}
