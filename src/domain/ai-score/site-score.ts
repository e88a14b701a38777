import * as z from 'zod'
import { CHECK_STATUSES_LOST, cleanExcerpt, readLetters } from './finding.ts'
import { bySiteHarm, isGrave } from './harm.ts'
import { RUBRIC } from './rubric.ts'
import type { CommonTitle } from './same-titles.ts'
import { RUBRIC_VERSION } from './rubric-version.ts'
import { earnedShare } from './weight-checks.ts'

/** Pages of a site that have the same score and the same findings. */
export interface ScoredPages {
  /** The score of each of these pages, 0 to 100. */
  score: number
  /** A letter for the status of each check, in the order of the rubric. */
  found: string
  pages: number
}

/** A canonical address that pages of different text name, so that it is the address of at most one of them. */
export const SharedCanonical = z.object({
  url: z.string(),
  /** The number of pages that name the address, together with the page that is there. */
  pages: z.int(),
})
export type SharedCanonical = z.output<typeof SharedCanonical>

/** The counts of a site that its score is made of. */
export interface SiteCounts {
  /** The score of the start page by every check. */
  startPage: number
  scored: readonly ScoredPages[]
  /**
   * The number of scored pages that repeat the main text of another one; the first page of each text is not counted.
   */
  copies: number
  /** The number of pages without a score, taken out because they repeat another page. */
  takenOut: number
  /** The number of different texts whose title another text of the site has too (`findSameTitles`). */
  sameTitles: number
  /** The title that most of these texts share; null where no two share one. */
  commonTitle: CommonTitle | null
  sharedCanonical: SharedCanonical | null
}

const Share = z.object({ pages: z.int(), share: z.number().describe('Of all pages, 0 to 1') })

/** The score of a whole site, and what it is made of. */
export const SiteScore = z
  .object({
    score: z.int(),
    startPage: z.int(),
    pages: z.int().describe('Pages that have a score'),
    mean: z.number(),
    median: z.int(),
    lowerQuartile: z.int().describe('A quarter of the pages have this score or less'),
    duplicates: Share.describe('Pages whose text another page has too, without the first of each'),
    sameTitles: Share.describe('Pages whose title another page has too'),
    findings: z
      .array(
        z.object({
          id: z.string(),
          status: z.string().describe('Of most of its pages, or of the many that fail gravely'),
          lostPoints: z.number().describe('Mean of all pages'),
          pages: z
            .int()
            .describe('Pages that lose points by it; of a grave fault, those that fail'),
          share: z.number(),
          detail: z
            .string()
            .optional()
            .describe(
              'What was seen: on one page, which it begins with, where that is not one thing',
            ),
        }),
      )
      .describe(
        'Checks that lose points, by harm: a canonical address that pages of different text share, what may not be fetched or indexed, other faults of canonical addresses, equal titles, pages without text, and the rest by lost points',
      ),
    rubricVersion: z.string(),
  })
  .meta({ id: 'SiteScore' })
export type SiteScore = z.output<typeof SiteScore>

/** Weights of the start page's score, of the mean over all pages, and of the lower quartile. */
const WEIGHTS = { startPage: 0.25, mean: 0.5, lowerQuartile: 0.25 }
/** The most points that a site loses for duplicates, and for equal titles: those of a site that has nothing else. */
const MAX_LOST = { duplicates: 20, sameTitles: 10 }

/**
 * Scores a site by the scores of its start page and of all of its pages, less what duplicates and equal titles cost. A
 * site of one page has the score of that page. Pure.
 */
export function siteScore(counts: SiteCounts): SiteScore {
  const { startPage, scored, copies, takenOut, sameTitles } = counts
  const groups = scored.toSorted((a, b) => a.score - b.score)
  const pages = groups.reduce((sum, group) => sum + group.pages, 0)
  const total = groups.reduce((sum, group) => sum + group.score * group.pages, 0)
  const mean = pages === 0 ? startPage : total / pages
  const at = (share: number): number => scoreAt(groups, share * pages) ?? startPage
  const lowerQuartile = at(0.25)
  const duplicates = copies + takenOut
  const all = pages + takenOut
  const share = (count: number): number => (all === 0 ? 0 : roundTo(count / all, 3))
  const points =
    WEIGHTS.startPage * startPage +
    WEIGHTS.mean * mean +
    WEIGHTS.lowerQuartile * lowerQuartile -
    MAX_LOST.duplicates * share(duplicates) -
    MAX_LOST.sameTitles * share(sameTitles)
  return {
    score: Math.max(0, Math.round(points)),
    startPage,
    pages,
    mean: roundTo(mean, 1),
    median: at(0.5),
    lowerQuartile,
    duplicates: { pages: duplicates, share: share(duplicates) },
    sameTitles: { pages: sameTitles, share: share(sameTitles) },
    findings: ordered(findingsOf(groups, pages), counts, pages),
    rubricVersion: RUBRIC_VERSION,
  }
}

/** Returns the score of the page at a place, where 1 is the page with the lowest score; undefined without pages. */
function scoreAt(groups: readonly ScoredPages[], place: number): number | undefined {
  let seen = 0
  for (const { score, pages } of groups) {
    seen += pages
    if (seen >= place) return score
  }
  return undefined
}

function findingsOf(groups: readonly ScoredPages[], pages: number): SiteScore['findings'] {
  const read = groups.map((group) => ({ ...group, found: readLetters(group.found) }))
  return RUBRIC.flatMap((check, i) => {
    const counts = CHECK_STATUSES_LOST.map((status) => ({
      status,
      lost: check.weight * (1 - (earnedShare(check, status) ?? 1)),
      pages: read.reduce((sum, one) => sum + (one.found[i] === status ? one.pages : 0), 0),
    }))
    const touched = counts.reduce((sum, one) => sum + one.pages, 0)
    if (touched === 0) return []
    const lost = counts.reduce((sum, one) => sum + one.lost * one.pages, 0)
    const failing = counts.find(({ status }) => status === 'fail')?.pages ?? 0
    const isFailure = isGrave(check.id, failing, pages) || failing * 2 >= touched
    return {
      id: check.id,
      status: isFailure ? 'fail' : 'warn',
      lostPoints: roundTo(lost / pages, 2),
      pages: touched,
      share: roundTo(touched / pages, 3),
    }
  })
}

/** The ids of the checks that look at canonical addresses and at titles. */
const CANONICAL = 'C4'
const TITLE = 'C1'

type Finding = SiteScore['findings'][number]

/** A finding of the site that no check of a single page can make; it takes the place of the check's own. */
interface SiteFault {
  id: string
  pages: number
  detail: string
}

function withFault(
  findings: readonly Finding[],
  fault: SiteFault | null,
  pages: number,
): readonly Finding[] {
  if (!fault) return findings
  const { lostPoints = 0 } = findings.find(({ id }) => id === fault.id) ?? {}
  const share = pages === 0 ? 1 : Math.min(1, roundTo(fault.pages / pages, 3))
  const own = { ...fault, status: 'fail', lostPoints, share }
  return [own, ...findings.filter(({ id }) => id !== fault.id)]
}

/** Orders findings by harm. A canonical address that texts share comes first: engines may keep one page of them all. */
function ordered(
  found: readonly Finding[],
  { sharedCanonical, commonTitle, sameTitles }: SiteCounts,
  pages: number,
): Finding[] {
  const titles = commonTitle && titleFault(commonTitle, sameTitles)
  const all = withFault(found, titles, pages).toSorted(bySiteHarm)
  return [...withFault(all, sharedCanonical && canonicalFault(sharedCanonical), pages)]
}

const canonicalFault = ({ url, pages }: SharedCanonical): SiteFault => ({
  id: CANONICAL,
  pages,
  detail: `${pages} pages of different text name ${url} as their canonical address; engines that believe it know one page of them.`,
})

const titleFault = ({ title, pages }: CommonTitle, all: number): SiteFault => ({
  id: TITLE,
  pages: all,
  detail: cleanExcerpt(`${pages} pages of different text are called “${title}”.`),
})

const roundTo = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits
