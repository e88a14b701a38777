import {
  flattenFilters,
  type FactCondition,
  type FactFilter,
} from '../../../db/facts/fact-query.ts'
import { NO_VALUE, type FactDimension } from '../../../db/facts/dimensions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { AI_SOURCES, OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { nearestWords } from '../../lib/text/did-you-mean.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { dayStart, dayToIso } from '../../lib/time/zone.ts'
import { isWebAddress } from '../../lib/web/is-web-address.ts'
import { shown, type ReadPath } from './read-path.ts'

/** The most filters of one query that are looked up, and the most values of each. */
const MAX_FILTERS = 5
const MAX_VALUES = 5
const MAX_SUGGESTED = 8
/** The most paths that are compared with one, on the event loop, in a few microseconds each. */
const MAX_PATHS = 200
const MAX_PARTS = 5
const MAX_NEAREST = 3

/**
 * Says of an answer that counts nothing that the site has no data, or that all days lie before its data; otherwise an
 * empty list.
 */
export async function notesOnDaysBeforeData(site: SiteDb, range: TimeRange): Promise<string[]> {
  const { firstDay } = await site.dataSpan()
  if (firstDay === undefined) return ['the site has no data yet']
  const isBefore = range.instants.toMs <= dayStart(site.row.rollup_timezone, firstDay)
  return isBefore ? [`data begins ${dayToIso(firstDay)}, after these days`] : []
}

/**
 * Says of an answer that counts nothing that its days are before the data, or else which values of its filters were
 * never seen.
 */
export async function notesOnNothing(
  site: SiteDb,
  { range, filters }: { range: TimeRange; filters: readonly FactCondition[] },
): Promise<string[]> {
  const notes = await notesOnDaysBeforeData(site, range)
  return notes.length > 0 ? notes : notesOnUnseen(site, filters)
}

/**
 * Names the values in the filters of an answer that counts nothing which the site has never seen, and values that it
 * has seen, as far as these are words of ours or of the site. An empty list means that every value was seen, and
 * nothing happened.
 */
export async function notesOnUnseen(
  site: SiteDb,
  filters: readonly FactCondition[],
): Promise<string[]> {
  const asked = flattenFilters(filters).filter(({ op }) => op !== 'is_not')
  const notes = await Promise.all(asked.slice(0, MAX_FILTERS).map((filter) => noteOn(site, filter)))
  return notes.flatMap((note) => note ?? [])
}

/**
 * Says of an empty list that its page was never seen on the site; an empty list where it was, or where the path is a
 * pattern.
 */
export const notesOnUnknownPath = (site: SiteDb, page: ReadPath | undefined): Promise<string[]> =>
  notesOnUnseen(
    site,
    page && !page.isGlob ? [{ dimension: 'path', op: 'is', values: [page.path] }] : [],
  )

async function noteOn(
  site: SiteDb,
  { dimension, op, values }: FactFilter,
): Promise<string | undefined> {
  if (op !== 'is' && op !== 'in') {
    const told = values.slice(0, MAX_VALUES).map(shown).join(', ')
    return `nothing here under ${dimension} ${op} ${told}; get_breakdown by ${dimension} lists its values`
  }
  const asked = values.filter((value) => value !== NO_VALUE).slice(0, MAX_VALUES)
  if (asked.length === 0) return undefined
  if (dimension === 'path') return noteOnPaths(site, asked)
  // A topic's name is made of the readers' words, even in a filter, and a topic of few readers must not be revealed.
  if (dimension === 'topic')
    return `no topic of this name has ${MIN_ASKERS} askers here; get_question_topics lists topics`
  const seen = await seenAmong(site, dimension, asked)
  if (!seen) return undefined
  const unseen = asked.filter((value) => !seen.includes(value))
  if (unseen.length === 0) return undefined
  const known = await suggested(site, dimension)
  const told = unseen.map(shown).join(', ')
  const has = known.length === 0 ? '' : `; it has ${known.join(', ')}`
  return `${dimension} ${told} has never been seen on this site${has}`
}

/**
 * Returns the values of a dimension that the site has seen: those that are asked for, or each operator with a seen
 * engine; undefined for a dimension whose values are not looked up.
 */
async function seenAmong(
  site: SiteDb,
  dimension: FactDimension,
  values: readonly string[],
): Promise<readonly string[] | undefined> {
  if (dimension !== 'operator') return site.names.seen(dimension, values)
  const engines = (await site.names.seen('engine')) ?? []
  return engines.map((engine) => OPERATOR_BY_ENGINE[engine] ?? 'other')
}

/** Dimensions whose names are those of a fixed list, or made by us, and no word of a visitor. */
const OWN_NAMES: ReadonlySet<FactDimension> = new Set(['channel', 'country', 'device'])

const ENGINES = new Set(AI_SOURCES.map(({ engine }) => engine))

async function suggested(site: SiteDb, dimension: FactDimension): Promise<string[]> {
  if (dimension === 'engine' || dimension === 'operator') {
    const engines = ((await site.names.seen('engine')) ?? []).filter((name) => ENGINES.has(name))
    const names = engines.map((name) =>
      dimension === 'engine' ? name : (OPERATOR_BY_ENGINE[name] ?? 'other'),
    )
    return [...new Set(names)].slice(0, MAX_SUGGESTED)
  }
  if (!OWN_NAMES.has(dimension)) return []
  return ((await site.names.seen(dimension)) ?? []).slice(0, MAX_SUGGESTED)
}

async function noteOnPaths(site: SiteDb, asked: readonly string[]): Promise<string | undefined> {
  // An address of another site has a note of its own.
  const paths = asked.filter((path) => !isWebAddress(path))
  const known = await site.names.knownPaths(paths)
  const unknown = paths.filter((path) => !known.has(path))
  const [first] = unknown
  if (first === undefined) return undefined
  const nearest = await nearestPaths(site, first)
  const near = nearest.length === 0 ? '' : `; near it: ${nearest.join(', ')}`
  return `the site has no page ${unknown.map(shown).join(', ')}; * at the end matches what begins so${near}`
}

/** Finds the pages of the last scan whose paths are like the requested one. */
async function nearestPaths(site: SiteDb, path: string): Promise<string[]> {
  const parts = path.toLowerCase().match(/[\p{L}\p{N}]{3,40}/gu) ?? []
  const candidates = await site.names.pathsLike(parts.slice(0, MAX_PARTS), MAX_PATHS)
  const near = nearestWords(path, candidates, MAX_NEAREST)
  if (near.length > 0) return near
  const alike = candidates.filter((one) => parts.some((part) => one.toLowerCase().includes(part)))
  return alike.slice(0, MAX_NEAREST)
}
