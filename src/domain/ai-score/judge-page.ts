import * as z from 'zod'
import type { ParsedPage } from '../html/parsed-page.ts'
import { findBotWall, LOOKED_AT, MAX_CHALLENGE_TEXT } from './bot-wall.ts'
import { CHECKS } from './checks/all.ts'
import type { CheckStatus } from './finding.ts'
import { pageKind } from './page-kind.ts'
import { RUBRIC } from './rubric.ts'
import { JUDGED_BY, JUDGED_PREFIX } from './rubric-version.ts'
import { observationOf, UNKNOWN_SITE } from './site-probes.ts'
import { readDates } from './stated-dates.ts'
import { AGELESS } from './type-rules.ts'

/** One page as a scan reads it, fetched without redirects. */
export interface PageToJudge {
  url: string
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  facts: ParsedPage
  /** As it was answered: a challenge in place of the page is known by its markup. */
  body: Uint8Array
  isTruncated: boolean
  /** What the sitemap says of its last change, ISO 8601. */
  sitemapLastmod: string | null
}

const LETTERS = { pass: 'p', warn: 'w', fail: 'f', na: 'n', error: 'e' } as const
const STATUSES: ReadonlyMap<string, CheckStatus> = new Map(
  // @NOTE the keys of LETTERS are the statuses.
  Object.entries(LETTERS).map(([status, letter]) => [letter, status as CheckStatus]),
)

/** Headers that checks of robots.txt look at too, and how much of each is kept. */
const KEPT_HEADERS = ['content-usage', 'content-signal']
const MAX_HEADER = 500

const Instant = z.string().nullable()
const Judged = z.object({
  by: z.literal(JUDGED_BY),
  /** A letter for each check, in the order of the rubric, with nothing known of the site. */
  found: z.string().length(RUBRIC.length),
  isShell: z.boolean(),
  /** Dates age, so they are judged when they are asked about. */
  dates: z.object({ modified: Instant, published: Instant, sitemap: Instant, http: Instant }),
  isAgeless: z.boolean(),
  headers: z.record(z.string(), z.string()),
})
export type Judged = Omit<z.output<typeof Judged>, 'by' | 'found'> & {
  /** In the order of the rubric. */
  found: CheckStatus[]
}

/**
 * What the checks find on one page that nothing is known about but its HTML, its headers and its date in the sitemap, as
 * JSON of a few hundred bytes: enough to score the page later (`scorePages`), when what the checks looked at is gone.
 * Takes a small part of the time that it takes to read the page. Pure.
 */
export function judgePage(page: PageToJudge): string {
  const { facts, headers, url } = page
  const observation = observationOf({ ...page, page: facts, botWall: wallOf(page) }, UNKNOWN_SITE)
  const judged: z.input<typeof Judged> = {
    by: JUDGED_BY,
    found: RUBRIC.map(({ id }) => LETTERS[CHECKS[id](observation).status]).join(''),
    isShell: facts.isShell,
    dates: { ...readDates(facts, observation), sitemap: page.sitemapLastmod },
    isAgeless: AGELESS.has(pageKind(facts, url)),
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = headers[name]?.slice(0, MAX_HEADER).toWellFormed()
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
  return JSON.stringify(judged)
}

/** Reads what `judgePage` made; undefined for what another version of it made. */
export function readJudged(json: string): Judged | undefined {
  if (!json.startsWith(JUDGED_PREFIX)) return undefined
  const { found, ...judged } = Judged.parse(JSON.parse(json))
  return { ...judged, found: found.split('').map((letter) => STATUSES.get(letter) ?? 'error') }
}

function wallOf({ status, headers, facts, body }: PageToJudge): string | null {
  const { textBytes } = facts
  // Only of a short page the markup is looked at, so that of others need not be decoded.
  const start = textBytes > MAX_CHALLENGE_TEXT ? [] : body.subarray(0, LOOKED_AT)
  const html = Buffer.from(start).toString('latin1')
  return findBotWall({ status, headers, html, textChars: textBytes })
}
