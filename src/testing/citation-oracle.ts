import type { StoredCheck, StoredQuery, StoredSource } from './citation-rows.ts'
import { bucketOf, dateOf } from './oracle-calendar.ts'

// Counts answers of engines the slow and obvious way: lists, loops, and nothing of the query engine.

export interface CitationQuestion {
  zone: string
  metrics: string[]
  dimensions: string[]
  from: string
  to: string
  filters: { dimension: string; op: string; values: string[] }[]
}

interface Counted {
  check: StoredCheck
  query: StoredQuery
  source: StoredSource | undefined
}

const OF_SOURCES = ['sourceDomain', 'sourceUrl', 'owner', 'category']

/** The values that a row has of a dimension: several tags, or else one. */
function valuesOf({ check, query, source }: Counted, dimension: string): string[] {
  const tags = query.tags ?? []
  const named: Record<string, string | undefined> = {
    engine: check.engine,
    model: check.model,
    access: check.access,
    query: query.text,
    intent: query.intent,
    branded: String(query.branded ?? false),
    sourceDomain: source?.domain,
    sourceUrl: source?.url,
    owner: source?.owner,
    category: source?.category,
  }
  if (dimension === 'tag') return tags.length === 0 ? ['(none)'] : [...tags]
  return [named[dimension] ?? '(none)']
}

function passes(row: Counted, { dimension, op, values }: CitationQuestion['filters'][number]) {
  const own = valuesOf(row, dimension)
  const isOne = own.some((value) =>
    op === 'contains'
      ? values.some((part) => value.toLowerCase().includes(part.toLowerCase()))
      : values.includes(value),
  )
  return op === 'is_not' ? !isOne : isOne
}

/**
 * Returns the value of each metric of each group, by the labels of the group, joined as JSON; the whole has no labels.
 */
export function countCitations(
  queries: readonly StoredQuery[],
  checks: readonly StoredCheck[],
  asked: CitationQuestion,
): Map<string, (number | null)[]> {
  const { zone, dimensions, filters, metrics } = asked
  const used = [...dimensions, ...filters.map((one) => one.dimension)]
  const isBySource = used.some((one) => OF_SOURCES.includes(one))
  const namesFake = filters.some(
    ({ dimension, op, values }) => dimension === 'engine' && op === 'is' && values.includes('fake'),
  )
  const rows = checks
    .filter(({ at }) => dateOf(zone, at) >= asked.from && dateOf(zone, at) <= asked.to)
    .filter(({ state = 'ok' }) => state === 'ok')
    .filter(({ engine }) => namesFake || engine !== 'fake')
    .flatMap((check): Counted[] => {
      const query = queries[check.query] ?? { text: '' }
      if (!isBySource) return [{ check, query, source: undefined }]
      return (check.sources ?? []).map((source) => ({ check, query, source }))
    })
    .filter(({ query }) => used.includes('branded') || query.branded !== true)
    .filter((row) => filters.every((filter) => passes(row, filter)))
  const groups = new Map<string, Counted[]>()
  for (const row of rows) {
    for (const labels of labelsOf(row, zone, dimensions)) {
      // With a filter on tags, the rows by tag are only those of the tags that it names.
      const byTag = filters.filter(
        ({ dimension }) => dimension === 'tag' && dimensions.includes('tag'),
      )
      const tag = labels[dimensions.indexOf('tag')] ?? ''
      const kept = byTag.every(({ op, values }) => op === 'is_not' || values.includes(tag))
      const key = JSON.stringify(labels)
      if (kept) groups.set(key, [...(groups.get(key) ?? []), row])
    }
  }
  return new Map(
    [...groups].map(([key, of]) => [key, metrics.map((id) => valueOf(id, of, isBySource))]),
  )
}

function labelsOf(row: Counted, zone: string, dimensions: readonly string[]): string[][] {
  return dimensions.reduce<string[][]>(
    (found, dimension) => {
      const values = dimension.startsWith('time:')
        ? [bucketOf(zone, row.check.at, dimension.slice('time:'.length))]
        : valuesOf(row, dimension)
      return found.flatMap((labels) => values.map((value) => [...labels, value]))
    },
    [[]],
  )
}

/** Returns the value of a metric: a count, or a count divided by another; null where it would be divided by zero. */
function valueOf(metric: string, rows: readonly Counted[], isBySource: boolean): number | null {
  const checks = rows.map(({ check }) => check)
  const sum = (value: (check: StoredCheck) => number) =>
    checks.reduce((all, check) => all + value(check), 0)
  const sources = (holds: (source: StoredSource) => boolean): number =>
    isBySource
      ? rows.filter(({ source }) => source && holds(source)).length
      : checks.reduce((all, check) => all + (check.sources ?? []).filter(holds).length, 0)
  const own = sources(({ role, owner }) => role === 'cited' && owner === 'own')
  const all = sources(({ role }) => role === 'cited')
  const tracked = sources(({ role, owner }) => role === 'cited' && owner !== 'other')
  const cited = sum((check) => (check.cited ? 1 : 0))
  const mentioned = sum((check) => (check.mentioned ? 1 : 0))
  const known = (value: (check: StoredCheck) => unknown): number =>
    sum((check) => (value(check) === null || value(check) === undefined ? 0 : 1))
  const parts: Record<string, [number, number | null]> = {
    citation_checks: [checks.length, null],
    citation_rate: [cited, checks.length],
    mention_rate: [mentioned, known(({ mentioned: is }) => is)],
    sov_mention: [mentioned, sum(({ brands }) => brands ?? 0)],
    sov_citation: [own, tracked],
    source_share: [own, all],
    recommendation_rate: [
      sum((check) => (check.recommended ? 1 : 0)),
      known(({ recommended }) => recommended),
    ],
    avg_position: [sum(({ position }) => position ?? 0), cited],
    prominence: [
      sum(({ position }) => (position ? Math.round(1_000_000 / position) : 0)) / 1_000_000,
      checks.length,
    ],
    sentiment_avg: [
      sum(({ sentiment }) => sentiment ?? 0) / 1_000,
      known(({ sentiment }) => sentiment),
    ],
    citations: [own, null],
    sources: [all, null],
    sources_read: [sources(({ role }) => role === 'retrieved'), null],
  }
  const [part, whole] = parts[metric] ?? [Number.NaN, null]
  if (whole === null) return part
  return whole === 0 ? null : part / whole
}

/** Cells of query and engine with what each run found, of one rate. */
export function cellsOfRate(
  checks: readonly StoredCheck[],
  partsOf: (check: StoredCheck) => [part: number, whole: number],
): { runs: { checks: number; part: number; whole: number }[] }[] {
  const cells = new Map<string, Map<number, { checks: number; part: number; whole: number }>>()
  for (const check of checks) {
    const key = JSON.stringify([check.query, check.engine])
    const runs =
      cells.get(key) ?? new Map<number, { checks: number; part: number; whole: number }>()
    const run = runs.get(check.run) ?? { checks: 0, part: 0, whole: 0 }
    const [part, whole] = partsOf(check)
    runs.set(check.run, { checks: run.checks + 1, part: run.part + part, whole: run.whole + whole })
    cells.set(key, runs)
  }
  return [...cells.values()].map((runs) => ({
    runs: [...runs.values()].filter(({ whole }) => whole > 0),
  }))
}
