import { hash } from 'node:crypto'
import { capsFor } from './caps.ts'
import { searchShare } from './checks/access.ts'
import { CHECKS } from './checks/all.ts'
import { judgeAge } from './checks/trust.ts'
import { effectiveRobots } from './effective-robots.ts'
import type { CheckStatus } from './finding.ts'
import { readJudged, type Judged } from './judge-page.ts'
import { seenTarget } from './on-page.ts'
import type { Observation } from './observation.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { JUDGED_PREFIX } from './rubric-version.ts'
import { observationOf, type SiteProbes } from './site-probes.ts'
import { shareOf, toPercent } from './weigh.ts'

/** A page that a scan has judged. */
export interface JudgedPage {
  num: number
  url: string
  /** As `judgePage` made it. */
  judged: string
  /** Whether another page of the site has the same title. */
  hasTwin: boolean
}

export interface PagesToScore {
  site: SiteProbes
  pages: readonly JudgedPage[]
}

export interface PageScore {
  num: number
  /** 0 to 100. */
  score: number
}

/** Checks that look at the site and not at the page. */
const OF_SITE: readonly CheckId[] = ['A1', 'F1', 'F2', 'F5', 'F6']
/** Checks that look at both, and need nothing of the page but its address and a few headers. */
const OF_BOTH: readonly CheckId[] = ['A2', 'A3', 'A4', 'F4']

/**
 * The scores of pages, each that of the checks that can be judged from its HTML, its headers and what is known of its
 * site, without a request: how fast it is, whether it comes as Markdown, what its canonical address and its other
 * languages answer, and what others get are left out, as where they were not asked for. Pages that another version
 * judged are passed over.
 */
export function scorePages({ site, pages }: PagesToScore): PageScore[] {
  const ofSite = judgeSite(site)
  return pages.flatMap((page) => {
    const judged = readJudged(page.judged)
    return judged ? [{ num: page.num, score: scoreOf(page, judged, { site, ofSite }) }] : []
  })
}

/**
 * What scores stand on besides the pages: with another basis they are made anew. It changes with the rubric, robots.txt,
 * what the site has for agents, and each month, since dates age.
 */
export function scoreBasis(site: SiteProbes): string {
  const { robots, nowMs } = site
  const month = new Date(nowMs).toISOString().slice(0, 7)
  const rules = robots && effectiveRobots(robots).groups
  const parts = [JUDGED_PREFIX, month, [...judgeSite(site)], rules, robots?.robots?.notes ?? []]
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)
}

type Statuses = ReadonlyMap<CheckId, CheckStatus>

const anyPage = { status: 200, headers: {}, page: null, isTruncated: false, botWall: null }

function judgeSite(site: SiteProbes): Statuses {
  const observation = observationOf({ ...anyPage, url: 'http://any.invalid/' }, site)
  return new Map(OF_SITE.map((id) => [id, CHECKS[id](observation).status]))
}

function scoreOf(
  { url, hasTwin }: JudgedPage,
  judged: Judged,
  { site, ofSite }: { site: SiteProbes; ofSite: Statuses },
): number {
  const { headers, isShell } = judged
  const observation = observationOf({ ...anyPage, url, headers }, site)
  const sum = { points: 0, weight: 0 }
  const failed = new Set<CheckId>()
  for (const [i, entry] of RUBRIC.entries()) {
    const { id, weight } = entry
    const found = judged.found[i] ?? 'na'
    const status = statusOf(id, found, { judged, observation, hasTwin, ofSite })
    const share = shareOf(entry, status)
    if (share !== undefined) {
      sum.weight += weight
      sum.points += weight * share
    }
    if (status === 'fail') failed.add(id)
  }
  return toPercent(sum, capsFor(failed, { searchShare: searchShare(observation), isShell }))
}

interface About {
  judged: Judged
  observation: Observation
  hasTwin: boolean
  ofSite: Statuses
}

/** What becomes of a check on a page once its site is known; one that is not named stays as it was found. */
const JOINED: Readonly<
  Partial<Record<CheckId, (found: CheckStatus, about: About) => CheckStatus>>
> = {
  C1: (found, { hasTwin }) => (found === 'pass' && hasTwin ? 'warn' : found),
  D4: (found, { judged, observation }) =>
    found === 'na' ? found : judgeAge(judged, seenTarget(observation), observation.nowMs).status,
  F5: (found, { ofSite }) => eitherOf(found, ofSite.get('F5') ?? 'na'),
  F6: (found, { ofSite }) => (found === 'pass' ? found : (ofSite.get('F6') ?? 'na')),
}

function statusOf(id: CheckId, found: CheckStatus, about: About): CheckStatus {
  if (OF_BOTH.includes(id)) return CHECKS[id](about.observation).status
  const join = JOINED[id]
  return join ? join(found, about) : (about.ofSite.get(id) ?? found)
}

/** A licence may be stated by the page or by its site; what is wrong with one of them counts. */
function eitherOf(page: CheckStatus, site: CheckStatus): CheckStatus {
  if (page === 'warn' || site === 'warn') return 'warn'
  return page === 'pass' || site === 'pass' ? 'pass' : 'na'
}
