import { foldName, VALUE_ALIASES } from '../../kernel/arguments/argument-aliases.ts'
import type { MetricId } from './metrics.ts'

interface ReadOrder {
  /** What rows are ordered by; undefined where that is none of the metrics. */
  metric: MetricId | undefined
  /** The words without their direction. */
  name: string
  direction: 'asc' | 'desc'
}

const WAYS: ReadonlyMap<string, ReadOrder['direction']> = new Map([
  ['asc', 'asc'],
  ['ascending', 'asc'],
  ['desc', 'desc'],
  ['descending', 'desc'],
])

/** Reads `-ai_ctr`, `ctr desc`, or a direction alone, which is that of the first metric. */
export function readOrder(orderBy: string, metrics: readonly MetricId[]): ReadOrder {
  const words = orderBy.trim().split(/[\s:]+/)
  const way = WAYS.get(words.at(-1)?.toLowerCase() ?? '')
  const text = (way ? words.slice(0, -1) : words).join(' ')
  const name = text.replace(/^-/, '')
  const folded = foldName(name)
  const isMeant = (id: MetricId): boolean =>
    [id, ...(VALUE_ALIASES[id] ?? [])].some((alias) => foldName(alias) === folded)
  const isSigned = name.startsWith('-')
  const metric = way && name === '' ? metrics[0] : metrics.find((id) => !isSigned && isMeant(id))
  return { metric, name, direction: way === 'desc' || text.startsWith('-') ? 'desc' : 'asc' }
}
