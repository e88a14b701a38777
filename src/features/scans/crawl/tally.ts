import * as z from 'zod'
import { SharedCanonical, SiteScore } from '../../../domain/ai-score/site-score.ts'

/** The codes of the warnings that a scan counts for the owner of its site. */
export const SCAN_WARNINGS = [
  'BLOCKED_ADDRESS',
  'DNS_FAILED',
  'TLS_ERROR',
  'TIMEOUT',
  'UNREACHABLE',
  'HTTP_STATUS',
  'NOT_HTML',
  'ASSET',
  'TOO_LARGE',
  'TOO_COMPLEX',
  'EMPTY_PAGE',
  'ROBOTS_DISALLOWED',
  'ROBOTS_UNREADABLE',
  'ROBOTS_CUT',
  'EXCLUDED',
  'NOINDEX',
  'REDIRECT_OUT_OF_SCOPE',
  'REDIRECT_LOOP',
  'CANONICAL_SHARED',
  'CANONICAL_ELSEWHERE',
  'SITEMAP_UNREADABLE',
  'SITEMAP_EMPTY',
  'PAGE_LIMIT',
  'TIME_LIMIT',
  'LLM_FALLBACK',
  'POLICY_CONFLICT',
  'POISONED_LINK',
  'DUPLICATE',
  'OTHER_HOST',
] as const
export type ScanWarning = (typeof SCAN_WARNINGS)[number]

/** The counts of links, canonical addresses, redirects and sitemap entries that lead from a site to another host. */
export const OtherHost = z.object({
  host: z.string(),
  links: z.int(),
  canonicals: z.int(),
  redirects: z.int(),
  /** The number of addresses at the host that sitemaps of the site list. */
  listed: z.int(),
})
export type OtherHost = z.output<typeof OtherHost>

/** The counts of pages and warnings of a scan, kept with the scan as JSON, so that a resumed scan goes on counting. */
export const ScanTally = z.object({
  pages: z.int().default(0),
  added: z.int().default(0),
  changed: z.int().default(0),
  unchanged: z.int().default(0),
  removed: z.int().default(0),
  promptsGenerated: z.int().default(0),
  promptsUpdated: z.int().default(0),
  /** The score of the site, 0 to 100. */
  score: z.int().nullable().default(null),
  /**
   * The checks by which the site's pages lose most points, worst first; scans of older releases have those of the start
   * page.
   */
  worst: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        lostPoints: z.number(),
        pages: z.int().optional(),
        detail: z.string().optional(),
      }),
    )
    .default([]),
  /** The parts of the score; null without a score, and in scans of older releases. */
  site: SiteScore.nullable().default(null),
  /** The canonical address that pages of different texts share, of several the one of most pages; null without one. */
  sharedCanonical: SharedCanonical.nullable().default(null),
  /** The first warning of the start page, where its visit did not end well; else null. */
  startError: z.string().nullable().default(null),
  /** True where that failure may pass a little later. */
  mayStartRecover: z.boolean().default(false),
  /** The number of addresses that are listed with the reason why they became no page. */
  noted: z.int().default(0),
  /** True where links were found that could not be kept for the next scan. */
  isCut: z.boolean().default(false),
  /**
   * True where unchanged pages are fetched and read again, since an earlier scan could not keep all links, or the site
   * has new hosts.
   */
  readsAnew: z.boolean().default(false),
  warnings: z.record(z.string(), z.int()).default({}),
  /** The further hosts that counted as the site's in this scan; null in scans of older releases. */
  hosts: z.array(z.string()).nullable().default(null),
  /** The parameters that readers type into forms of the site. */
  typed: z.array(z.string()).default([]),
  otherHosts: z.array(OtherHost).default([]),
  /** Those of `otherHosts` where pages of the site seem to be. */
  ownElsewhere: z.array(OtherHost).default([]),
  /** The `otherHosts` of the last scan, since links of unchanged pages are not read again. */
  linkedBefore: z.array(OtherHost).default([]),
  /** The first addresses that a warning is about, by the code of the warning. */
  examples: z.record(z.string(), z.array(z.string())).default({}),
})
export type ScanTally = z.output<typeof ScanTally>

export const readTally = (json: string): ScanTally => ScanTally.parse(JSON.parse(json))

/** The name of a count of the scan that a visit increases. */
export type PageCount = 'pages' | 'added' | 'changed' | 'unchanged' | 'removed'

export function addWarning(tally: ScanTally, warning: ScanWarning): void {
  tally.warnings[warning] = (tally.warnings[warning] ?? 0) + 1
}

/** The most parameters that a scan notes as typed. */
const MAX_TYPED = 50

export function addTyped(tally: ScanTally, names: readonly string[]): void {
  for (const name of names) {
    if (!tally.typed.includes(name) && tally.typed.length < MAX_TYPED) tally.typed.push(name)
  }
}

/** The most addresses that are kept with a warning. */
const MAX_EXAMPLES = 20

/** Sets the count of a warning, and keeps the first of the addresses that it is about. */
export function setExamples(
  tally: ScanTally,
  warning: ScanWarning,
  { count, examples }: { count: number; examples: readonly string[] },
): void {
  setWarning(tally, warning, count)
  if (count > 0) tally.examples[warning] = examples.slice(0, MAX_EXAMPLES)
  else Reflect.deleteProperty(tally.examples, warning)
}

/**
 * Sets the count of a warning, or removes it for 0. For a count that each run of a scan makes again as a whole, so that
 * a resumed scan counts nothing twice.
 */
export function setWarning(tally: ScanTally, warning: ScanWarning, times: number): void {
  if (times > 0) tally.warnings[warning] = times
  else Reflect.deleteProperty(tally.warnings, warning)
}
