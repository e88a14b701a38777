import { Sqlite } from '../../db/sqlite/binding.ts'
import { AI_SOURCES } from '../core/ai-sources.ts'
import { bucketOf, dateOf } from './oracle-calendar.ts'

// Counts events the slow and obvious way, without anything of the query engine: raw rows, Intl for calendars, loops.

export type OracleDimension = Exclude<
  keyof OracleEvent,
  'at' | 'seq' | 'kind' | 'visitor' | 'begins'
>

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
  channel: string
  language: string
  method: string
  promptKind: string
  promptId: string
  ruleId: string
  /** Whether it begins a session. */
  begins: boolean
}

export interface OraclePlainFilter {
  dimension: OracleDimension
  op: string
  values: string[]
}
export type OracleFilter = OraclePlainFilter | { anyOf: OraclePlainFilter[] }

export interface OracleQuery {
  zone: string
  metrics: string[]
  /** In the order of the query; at most one `time:…`. */
  dimensions: string[]
  /** Inclusive local dates. */
  from: string
  to: string
  filters: OracleFilter[]
  having?: { metric: string; op: string; value: number }[]
}

export interface OracleAnswer {
  totals: (number | null)[]
  /** By the row's labels, joined. */
  rows: Map<string, (number | null)[]>
}

const IMPRESSION = 1
const CLICK = 2
const SHARE = 3
const QUESTION = 4
const REFERRAL = 5
const PAGEVIEW = 6
const COUNTED: Readonly<Record<string, number>> = {
  impressions: IMPRESSION,
  ai_clicks: CLICK,
  shares: SHARE,
  questions: QUESTION,
  ai_referrals: REFERRAL,
  pageviews: PAGEVIEW,
}
const PER_IMPRESSION: Readonly<Record<string, number>> = {
  ai_ctr: CLICK,
  share_rate: SHARE,
  question_rate: QUESTION,
}
const PER_PROMPTED_IMPRESSION: Readonly<Record<string, number>> = {
  prompt_ctr: CLICK,
  prompt_share_rate: SHARE,
}
const PER_VIEWER: Readonly<Record<string, readonly number[]>> = {
  ai_click_rate: [CLICK],
  engagement_rate: [CLICK, SHARE, QUESTION],
}
const HALF_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000

const OPERATORS = new Map(AI_SOURCES.map(({ engine, operator }) => [engine, operator]))

const FACETS = ['channel', 'language', 'method', 'promptKind', 'promptId', 'ruleId'] as const

/** Every raw event of a site, with the texts of its dimensions, and the first ones of sessions marked. */
export function readEvents(file: string, siteId: string, zone: string): OracleEvent[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    type Row = Omit<OracleEvent, 'operator' | 'begins' | (typeof FACETS)[number]> & {
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
           LEFT JOIN term t1 ON t1.num = e.engine LEFT JOIN term t2 ON t2.num = e.referrer
           LEFT JOIN term t3 ON t3.num = e.country LEFT JOIN term t4 ON t4.num = e.device
         WHERE s.id = ? ORDER BY e.at, e.seq`,
      )
      .all(siteId)
    const last = new Map<string, number>()
    return rows.map(({ facet, ...row }) => {
      const key = `${dateOf(zone, row.at)} ${row.visitor}`
      const before = last.get(key)
      last.set(key, row.at)
      const kept = JSON.parse(facet) as Record<string, string>
      const texts = Object.fromEntries(FACETS.map((name) => [name, kept[name] ?? '(none)']))
      return {
        ...row,
        ...(texts as Record<(typeof FACETS)[number], string>),
        operator: row.engine === '(none)' ? '(none)' : (OPERATORS.get(row.engine) ?? 'other'),
        begins: before === undefined || row.at - before > HALF_HOUR_MS,
      }
    })
  } finally {
    db.close()
  }
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

/** Within what a reader counts once. */
type Period = (event: OracleEvent) => string

/** The events of one row, and what they come to. */
class Group {
  readonly events: OracleEvent[] = []
  readonly #period: Period
  readonly #zone: string

  constructor(period: Period, zone: string) {
    this.#period = period
    this.#zone = zone
  }

  /** `wholeClicks`: the clicks of all groups that differ from this one by engine alone. */
  metric(name: string, wholeClicks: number): number | null {
    const kind = COUNTED[name]
    if (kind !== undefined) return this.#count(kind)
    const ratio = PER_IMPRESSION[name]
    if (ratio !== undefined) return divide(this.#count(ratio), this.#count(IMPRESSION))
    const prompted = PER_PROMPTED_IMPRESSION[name]
    if (prompted !== undefined) return divide(this.#prompted(prompted), this.#prompted(IMPRESSION))
    const readers = PER_VIEWER[name]
    if (readers) return divide(this.#visitors(is(...readers)), this.#visitors(is(IMPRESSION)))
    return this.#other(name, wholeClicks)
  }

  #other(name: string, wholeClicks: number): number | null {
    switch (name) {
      case 'visitors':
        return this.#visitors(() => true)
      case 'sessions':
        return this.#sessions()
      case 'ai_referral_share':
        return this.#count(PAGEVIEW) === 0 ? null : divide(this.#count(REFERRAL), this.#sessions())
      case 'return_rate':
        return this.#returnRate()
      case 'target_mix':
        return divide(this.#count(CLICK), wholeClicks)
      default:
        throw new Error(`The oracle knows no ${name}`)
    }
  }

  clicks(): number {
    return this.#count(CLICK)
  }

  #count(kind: number): number {
    return this.events.filter((event) => event.kind === kind).length
  }

  #prompted(kind: number): number {
    return this.events.filter(
      (e) => e.kind === kind && (e.promptKind !== '(none)' || e.promptId !== '(none)'),
    ).length
  }

  #sessions(): number {
    return this.events.filter(({ begins }) => begins).length
  }

  #visitors(counts: (event: OracleEvent) => boolean): number {
    const counted = this.events.filter(counts)
    return new Set(counted.map((event) => `${this.#period(event)} ${event.visitor}`)).size
  }

  #returnRate(): number | null {
    const pairOf = (e: OracleEvent) => `${dateOf(this.#zone, e.at)} ${e.visitor} ${e.engine}`
    const withEngine = this.events.filter(({ engine }) => engine !== '(none)')
    const clicks = new Map<string, OracleEvent[]>()
    for (const click of withEngine.filter(is(CLICK))) {
      clicks.set(pairOf(click), [...(clicks.get(pairOf(click)) ?? []), click])
    }
    const returned = new Set(
      withEngine
        .filter(is(REFERRAL))
        .filter((referral) =>
          (clicks.get(pairOf(referral)) ?? []).some(
            ({ at }) => at <= referral.at && referral.at - at <= DAY_MS,
          ),
        )
        .map(pairOf),
    )
    return divide(returned.size, clicks.size)
  }
}

const is =
  (...kinds: number[]) =>
  (event: OracleEvent): boolean =>
    kinds.includes(event.kind)

const divide = (a: number, b: number): number | null => (b === 0 ? null : a / b)

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
  const groups = new Map<string, { labels: string[]; group: Group }>()
  const total = new Group(byDay, zone)
  total.events.push(...inRange)
  for (const event of inRange) {
    const labels = dimensions.map((dimension) => labelOf(event, dimension, zone))
    const key = rowKey(labels)
    const known = groups.get(key) ?? { labels, group: new Group(period, zone) }
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
