import * as z from 'zod'
import type { ParsedPage } from '../html/parsed-page.ts'
import { findBotWall } from './bot-wall.ts'
import { capFactsOf } from './cap-facts.ts'
import { AnsweredPage, toCheckInput } from './check-input.ts'
import { CHECKS } from './checks/all.ts'
import { readLetters, toLetters, type CheckStatus } from './finding.ts'
import { isAnswered } from './page-checks.ts'
import { outlineProblems } from './checks/structure.ts'
import { PageNames } from './page-names.ts'
import { RUBRIC } from './rubric.ts'
import { Whys, whysOf } from './page-findings.ts'
import { JUDGED_BY, JUDGED_PREFIX } from './rubric-version.ts'
import { observationOf, UNKNOWN_SITE, type SeenPage } from './site-probes.ts'
import { DATE_NEEDS, dateNeedOf } from './type-rules.ts'

/** One page as a scan fetched it, without redirects. */
export interface PageToJudge extends Omit<SeenPage, 'page' | 'botWall'> {
  facts: ParsedPage
  /** The raw body: a challenge in place of the page is recognised by its markup. */
  body: Uint8Array
  /** The `lastmod` of the page in the sitemap, ISO 8601. */
  sitemapLastmod: string | null
}

/** Headers that the checks of robots.txt need too, and how many characters of each are kept. */
const KEPT_HEADERS = ['content-usage', 'content-signal']
const MAX_HEADER = 500

const Instant = z.string().nullable()
const Judged = z.object({
  by: z.literal(JUDGED_BY),
  /** One letter for the status of each check, in the order of the rubric, found without knowing the site. */
  found: z.string().length(RUBRIC.length),
  /** The evidence of the checks that lose points. */
  why: Whys,
  /** Facts for the caps. */
  isShell: z.boolean(),
  isErrorPage: z.boolean(),
  isTextless: z.boolean(),
  /** The dates that the page states; their age is judged when the score is computed, since it grows. */
  dates: z.object({
    modified: Instant,
    published: Instant,
    shown: Instant,
    headed: Instant,
    sitemap: Instant,
    http: Instant,
  }),
  dateNeed: z.enum(DATE_NEEDS),
  /**
   * The marks of the page's names and text, which are compared with those of the start page when the score is computed.
   */
  names: PageNames,
  /** The status of the headings besides the h1. */
  outline: z.enum(['pass', 'warn', 'fail']),
  headers: z.record(z.string(), z.string()),
})
export type Judged = Omit<z.output<typeof Judged>, 'by' | 'found'> & {
  /** The statuses of the checks, in the order of the rubric. */
  found: CheckStatus[]
}

/**
 * Runs the checks on one page of which only the HTML, the headers and the date in the sitemap are known. The result
 * is JSON of a few hundred bytes, enough to score the page later (`scorePages`) when the page itself is gone. Takes a
 * small part of the time of parsing the page. Pure.
 */
export function judgePage(page: PageToJudge): string {
  const { facts, headers } = page
  const botWall = findBotWall({ ...page, textChars: facts.textBytes })
  const observed = observationOf({ ...page, page: facts, botWall }, UNKNOWN_SITE)
  const answered = new AnsweredPage(facts, observed)
  const observation = toCheckInput(observed, answered)
  const found = RUBRIC.map(({ id }) => ({ id, finding: CHECKS[id](observation) }))
  const judged: z.input<typeof Judged> = {
    by: JUDGED_BY,
    found: toLetters(found.map(({ finding }) => finding.status)),
    why: whysOf(found),
    ...capFactsOf(isAnswered(observation) ? facts : null),
    dates: { ...answered.dates, sitemap: page.sitemapLastmod },
    names: answered.names,
    outline: outlineOf(facts),
    dateNeed: dateNeedOf(answered.kind),
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = headers[name]?.slice(0, MAX_HEADER).toWellFormed()
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
  return JSON.stringify(judged)
}

function outlineOf(facts: ParsedPage): 'pass' | 'warn' | 'fail' {
  const found = outlineProblems(facts).flatMap((problem) => problem?.status ?? [])
  return found.includes('fail') ? 'fail' : (found[0] ?? 'pass')
}

/** Parses a result of `judgePage`; undefined when another version made it. */
export function readJudged(json: string): Judged | undefined {
  if (!json.startsWith(JUDGED_PREFIX)) return undefined
  const { found, ...judged } = Judged.parse(JSON.parse(json))
  return { ...judged, found: readLetters(found) }
}
