import type { CheckStatus } from './finding.ts'
import type { CheckId } from './rubric.ts'

/** Checks whose failure keeps a page from being cited at all, gravest first; their points show little of that. */
const HARMS = [
  // Nothing may fetch, index or quote it.
  { ids: ['A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'B2'] },
  // Engines cite another address.
  { ids: ['C4'] },
  // It cannot be told from other pages.
  { ids: ['C1'] },
  // It is empty, without scripts or altogether.
  { ids: ['B1', 'E4'] },
] as const satisfies readonly { ids: readonly CheckId[] }[]

const RANKS: ReadonlyMap<string, number> = new Map(
  HARMS.flatMap(({ ids }, rank) => ids.map((id) => [id, rank] as const)),
)

/** The rank of all findings that do no such harm. */
const REST = HARMS.length

interface Lost {
  id: string
  status: CheckStatus | (string & {})
  lostPoints: number
}

/** Ranks a finding by the harm that it does, 0 for the gravest; a warning ranks behind all grave failures. */
const harmRank = ({ id, status }: Lost): number =>
  status === 'fail' ? (RANKS.get(id) ?? REST) : REST

/** Orders what lost points: by harm, then by points. Equal ones keep their order. */
export const byHarm = (a: Lost, b: Lost): number =>
  harmRank(a) - harmRank(b) || b.lostPoints - a.lostPoints

/** With a smaller share of the pages, a fault is one of those pages and not of the site. */
const MIN_SHARE = 0.05

/** The same for findings of a site: one that few of its pages have ranks by the points that are lost by it alone. */
export function bySiteHarm(a: SiteLost, b: SiteLost): number {
  return siteRank(a) - siteRank(b) || b.lostPoints - a.lostPoints
}

interface SiteLost extends Lost {
  /** The part of all pages that have it, 0 to 1. */
  share: number
}

const siteRank = (one: SiteLost): number => (isOfSite(one) ? harmRank(one) : REST)

const isOfSite = ({ share }: Pick<SiteLost, 'share'>): boolean => share >= MIN_SHARE

/** True where enough pages fail a check that does harm; pages that only get a warning do not count. */
export const isGrave = (id: string, failing: number, pages: number): boolean =>
  RANKS.has(id) && failing > 0 && isOfSite({ share: failing / pages })
