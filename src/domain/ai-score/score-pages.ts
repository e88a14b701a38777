import { hash } from 'node:crypto'
import { capsFor } from './caps.ts'
import { toCheckInput, type CheckInput } from './check-input.ts'
import { searchShare } from './checks/access.ts'
import { CHECKS } from './checks/all.ts'
import { UNLISTED } from './checks/discovery.ts'
import { judgeAge } from './checks/trust.ts'
import { effectiveRobots } from './effective-robots.ts'
import { cleanExcerpt, isLost, whyOf, type CheckFinding, type CheckStatus } from './finding.ts'
import { readJudged, type Judged } from './judge-page.ts'
import { evidenceSourceOf } from './page-checks.ts'
import { namesBeside } from './home-page.ts'
import { ownH1, sharedNames, statusOfH1, worseOf, type PageNames } from './page-names.ts'
import { deployDates } from './stated-dates.ts'
import { whysOf, writeFindings } from './page-findings.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import { JUDGED_PREFIX } from './rubric-version.ts'
import { observationOf, type SiteProbes } from './site-probes.ts'
import { earnedShare, isCounted, toPercent } from './weight-checks.ts'

/** A page that a scan has judged. */
export interface JudgedPage {
  num: number
  url: string
  /** The result of `judgePage`. */
  judged: string
  /**
   * The entry of the page in the sitemap: null where the sitemap has none, absent where not all of the sitemap was
   * read.
   */
  entry?: { lastmod: string | null } | null | undefined
}

export interface PagesToScore {
  site: SiteProbes
  pages: readonly JudgedPage[]
}

export interface PageScore {
  num: number
  /** The score of the page, 0 to 100. */
  score: number
  /** The findings that the score is made of, as `readFindings` reads them. */
  findings: string
}

/** Checks that depend on the site only. */
const SITE_CHECKS: readonly CheckId[] = ['A1', 'B3', 'F1', 'F2', 'F3', 'F5', 'F6']
/** Checks that depend on the site and the page, but need nothing of the page except its address and a few headers. */
const SITE_AND_PAGE_CHECKS: readonly CheckId[] = ['A2', 'A3', 'A4', 'F4']

/**
 * Scores pages without a request, by the checks that can be judged from HTML, headers and what is known of the site.
 * Speed and Markdown are those of the page that was observed, which are mostly the server's; the answers of canonical
 * addresses and other languages, and parity, are left out, as if not requested. Pages that another version judged are
 * skipped.
 */
export function scorePages({ site, pages }: PagesToScore): PageScore[] {
  const ofSite = judgeSite(site)
  return pages.flatMap((page) => {
    const judged = readJudged(page.judged)
    return judged ? [{ num: page.num, ...scoreOf(page, judged, { site, ofSite }) }] : []
  })
}

/**
 * Hashes what scores depend on besides the pages; scores with another basis are computed again. The hash changes with
 * the rubric, robots.txt, the site's files for agents, and each month, since dates age.
 */
export function scoreBasis(site: SiteProbes): string {
  const { robots, nowMs } = site
  const month = new Date(nowMs).toISOString().slice(0, 7)
  const rules = robots && effectiveRobots(robots).groups
  const placeholder = observationOf({ ...PLACEHOLDER_PAGE, url: 'http://any.invalid/' }, site)
  const seen = [site.home?.url, site.home?.names, deployDates(placeholder)]
  const parts = [
    JUDGED_PREFIX,
    month,
    [...judgeSite(site).statuses],
    rules,
    robots?.robots?.notes ?? [],
    seen,
    site.sitemap?.listed ?? [],
  ]
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)
}

type Statuses = ReadonlyMap<CheckId, CheckStatus>

/** The findings of checks that depend on the site only. */
interface OfSite {
  statuses: Statuses
  /** The evidence of the checks that lose points, by their ids. */
  why: Readonly<Record<string, string>>
}

const PLACEHOLDER_PAGE = { status: 200, headers: {}, page: null, isTruncated: false, botWall: null }

function judgeSite(site: SiteProbes): OfSite {
  const placeholder = observationOf({ ...PLACEHOLDER_PAGE, url: 'http://any.invalid/' }, site)
  const observation = toCheckInput(placeholder)
  const found = SITE_CHECKS.map((id) => ({ id, finding: CHECKS[id](observation) }))
  const statuses = new Map(found.map(({ id, finding }) => [id, finding.status]))
  return { statuses, why: whysOf(found) }
}

function scoreOf(
  { url, entry: listed }: JudgedPage,
  judged: Judged,
  { site, ofSite }: { site: SiteProbes; ofSite: OfSite },
): Pick<PageScore, 'score' | 'findings'> {
  const { headers, isShell, isErrorPage, isTextless } = judged
  const observation = toCheckInput(observationOf({ ...PLACEHOLDER_PAGE, url, headers }, site))
  const beside = namesBeside(url, site.home)
  const sum = { points: 0, weight: 0 }
  const failed = new Set<CheckId>()
  const statuses: CheckStatus[] = []
  const about = { judged, observation, beside, listed, ofSite: ofSite.statuses }
  const why: Record<string, string> = {}
  for (const [i, entry] of RUBRIC.entries()) {
    const { id, weight } = entry
    const found = judged.found[i] ?? 'na'
    const status = statusOf(id, found, about)
    statuses.push(status)
    if (isLost(status)) why[id] = whyLost(id, about, ofSite.why)
    const share = earnedShare(entry, status)
    if (share !== undefined) {
      sum.weight += weight
      sum.points += weight * share
    }
    if (status === 'fail') failed.add(id)
  }
  const caps = capsFor(failed, {
    searchShare: searchShare(observation),
    isShell,
    isErrorPage,
    isTextless,
  })
  const findings = writeFindings({ found: statuses, caps: caps.map((cap) => cap.id), why })
  return { score: toPercent(sum, caps), findings }
}

interface StatusContext {
  judged: Judged
  observation: CheckInput
  /** The names of the start page, unless this is the start page. */
  beside: PageNames | null
  listed: JudgedPage['entry']
  ofSite: Statuses
}

/** Functions that combine the status of a check on a page with facts about its site, by check. */
const STATUS_WITH_SITE: Readonly<
  Partial<Record<CheckId, (found: CheckStatus, about: StatusContext) => CheckStatus>>
> = {
  B2: (found, { judged: { names }, beside }) =>
    worseOf(found, sharedNames(names, beside)?.text === true ? 'warn' : 'pass'),
  B3: (found, about) => ofServer('B3', found, about),
  F3: (found, about) => ofServer('F3', found, about),
  C1: (found, { judged: { names }, beside }) =>
    worseOf(found, sharedNames(names, beside)?.title === true ? 'fail' : 'pass'),
  C7: (found, { judged: { names }, beside }) =>
    worseOf(found, sharedNames(names, beside)?.description === true ? 'warn' : 'pass'),
  C2: (found, { judged: { names, outline }, beside }) =>
    isCounted(found) ? worseOf(outline, statusOfH1(ownH1(names, beside))) : found,
  D4: (found, { judged, observation, listed }) =>
    // A page without a title check was not answered, or is no HTML.
    judged.found[TITLE] === 'na' ? found : ageOf({ judged, observation, listed }).status,
  F1: (found, { listed, ofSite }) =>
    worseOf(ofSite.get('F1') ?? found, listed === null ? 'warn' : 'pass'),
  F5: (found, { ofSite }) => combineLicences(found, ofSite.get('F5') ?? 'na'),
  F6: (found, { ofSite }) => (found === 'pass' ? found : (ofSite.get('F6') ?? 'na')),
}

function statusOf(id: CheckId, found: CheckStatus, about: StatusContext): CheckStatus {
  if (SITE_AND_PAGE_CHECKS.includes(id)) return CHECKS[id](about.observation).status
  const join = STATUS_WITH_SITE[id]
  return join ? join(found, about) : (about.ofSite.get(id) ?? found)
}

type Beside = Pick<StatusContext, 'beside'> & { judged: Pick<Judged, 'names'> }

const has =
  (name: 'title' | 'description' | 'text') =>
  ({ judged, beside }: Beside) =>
    sharedNames(judged.names, beside)?.[name] === true

const hasBanner = ({ judged: { names }, beside }: Beside): boolean =>
  names.h1.length > 0 && ownH1(names, beside) === 0

/**
 * Faults that only a comparison with the start page shows, by the check that loses points: a test, and the evidence.
 */
const BESIDE_HOME: Readonly<
  Partial<Record<CheckId, readonly [isSo: (about: Beside) => boolean, told: string]>>
> = {
  B2: [has('text'), 'The text is that of the start page, at another address.'],
  C1: [has('title'), 'The title is that of the start page.'],
  C2: [hasBanner, 'The only h1 is a banner, which the start page has too.'],
  C7: [has('description'), 'The description is that of the start page.'],
}

function besideHome(id: CheckId, about: StatusContext): string[] {
  const [isSo, told] = BESIDE_HOME[id] ?? []
  return told !== undefined && isSo?.(about) === true ? [told] : []
}

/** Returns the evidence of a check that lost points on a page. */
function whyLost(id: CheckId, about: StatusContext, ofSite: OfSite['why']): string {
  if (SITE_AND_PAGE_CHECKS.includes(id)) return whyOf(CHECKS[id](about.observation).evidence)
  if (id === 'D4') return whyOf(ageOf(about).evidence)
  if (id === 'F1' && about.listed === null && ofSite['F1'] === undefined) return UNLISTED
  const own = ofSite[id] ?? about.judged.why[id]
  return cleanExcerpt([...besideHome(id, about), own ?? ''].join(' '))
}

const ageOf = ({
  judged,
  observation,
  listed,
}: Pick<StatusContext, 'judged' | 'observation' | 'listed'>): CheckFinding =>
  judgeAge(datedBy(judged, listed), evidenceSourceOf(observation), {
    nowMs: observation.nowMs,
    deployedAt: deployDates(observation),
  })

/** Returns a judged page with the date of the present sitemap, which may have changed since the page was read. */
const datedBy = (judged: Judged, listed: JudgedPage['entry']): Judged =>
  listed === undefined
    ? judged
    : { ...judged, dates: { ...judged.dates, sitemap: listed?.lastmod ?? null } }

/** Returns the status of a check of the server: where the page was answered, that of the site, else the page's own. */
const ofServer = (
  id: CheckId,
  found: CheckStatus,
  { judged, ofSite }: StatusContext,
): CheckStatus => (judged.found[PROTECTION] === 'pass' ? (ofSite.get(id) ?? found) : found)

/** The place in the rubric of the check that counts for every page that was read. */
const TITLE = RUBRIC.findIndex(({ id }) => id === 'C1')
/** The place in the rubric of the check that passes for every page that was answered. */
const PROTECTION = RUBRIC.findIndex(({ id }) => id === 'A7')

/**
 * Combines the statuses of the licences that a page and its site state: a warning in either counts, else a pass in
 * either.
 */
function combineLicences(page: CheckStatus, site: CheckStatus): CheckStatus {
  if (page === 'warn' || site === 'warn') return 'warn'
  return page === 'pass' || site === 'pass' ? 'pass' : 'na'
}
