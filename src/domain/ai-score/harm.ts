import type { CheckStatus } from './finding.ts'
import type { CheckId } from './rubric.ts'

/** Checks whose failure keeps a page from being cited at all, gravest first; their points show little of that. */
const HARMS = [
  // Engines may not fetch, index or quote the page.
  { ids: ['A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'B2'] },
  // Engines cite another address in place of the page.
  { ids: ['C4'] },
  // The page looks the same as other pages.
  { ids: ['C1'] },
  // The page is empty, either until scripts run or altogether.
  { ids: ['B1', 'E4'] },
] as const satisfies readonly { ids: readonly CheckId[] }[]

const RANKS: ReadonlyMap<string, number> = new Map(
  HARMS.flatMap(({ ids }, rank) => ids.map((id) => [id, rank] as const)),
)

/** The rank of findings of no check in `HARMS`, and of all warnings. */
const REST = HARMS.length

interface Lost {
  id: string
  status: CheckStatus | (string & {})
  lostPoints: number
}

/**
 * Returns the rank of a finding by the harm that it does: 0 for the gravest, `REST` for warnings and harmless failures.
 */
const harmRank = ({ id, status }: Lost): number =>
  status === 'fail' ? (RANKS.get(id) ?? REST) : REST

/** Compares two checks that lost points, for sorting: by harm, then by points. Equal ones keep their order. */
export const byHarm = (a: Lost, b: Lost): number =>
  harmRank(a) - harmRank(b) || b.lostPoints - a.lostPoints

/** The least share of the pages, 0 to 1, that have a fault of the site; a rarer fault is one of those pages alone. */
const MIN_SHARE = 0.05

/**
 * Compares two findings of a site, for sorting: by harm, then by lost points. One that less than 5 % of the pages have
 * counts as harmless.
 */
export function bySiteHarm(a: SiteLost, b: SiteLost): number {
  return siteRank(a) - siteRank(b) || b.lostPoints - a.lostPoints
}

interface SiteLost extends Lost {
  /** The share of all pages that have the finding, 0 to 1. */
  share: number
}

const siteRank = (one: SiteLost): number => (isOfSite(one) ? harmRank(one) : REST)

const isOfSite = ({ share }: Pick<SiteLost, 'share'>): boolean => share >= MIN_SHARE

/**
 * True where at least 5 % of the pages fail a check that does harm; pages that only get a warning are not among
 * `failing`.
 */
export const isGrave = (id: string, failing: number, pages: number): boolean =>
  RANKS.has(id) && failing > 0 && isOfSite({ share: failing / pages })
