import * as z from 'zod'
import { SharedCanonical, SiteScore } from '../../../domain/ai-score/site-score.ts'

/** Warnings of a scan for its owner, counted. */
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

/**
 * The ways in which pages of a site lead to another host: links, each address once, and pages that name that host as
 * theirs.
 */
export const OtherHost = z.object({
  host: z.string(),
  links: z.int(),
  canonicals: z.int(),
  redirects: z.int(),
  /** Addresses of its sitemaps. */
  listed: z.int(),
})
export type OtherHost = z.output<typeof OtherHost>

/** Counts of pages and warnings, kept as JSON with the scan, so that a resumed one goes on counting. */
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
  /** The checks by which its pages lose points, most first; scans of older releases have those of the start page. */
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
  /** The canonical address that most pages of different text name. */
  sharedCanonical: SharedCanonical.nullable().default(null),
  /** The failure of the start page, where it did not end well. */
  startError: z.string().nullable().default(null),
  /** True when that failure may pass a little later. */
  mayStartRecover: z.boolean().default(false),
  /** Addresses that are listed with the reason why they became no page. */
  noted: z.int().default(0),
  /** True when links were found that are not kept for the next scan. */
  isCut: z.boolean().default(false),
  /** True when unchanged pages are fetched and read again, since an earlier scan was cut. */
  readsAnew: z.boolean().default(false),
  warnings: z.record(z.string(), z.int()).default({}),
  /** The hosts that counted as the site's; null in scans of older releases. */
  hosts: z.array(z.string()).nullable().default(null),
  /** Parameters that readers type into forms of the site. */
  typed: z.array(z.string()).default([]),
  otherHosts: z.array(OtherHost).default([]),
  /** Those of them where pages of the site seem to be. */
  ownElsewhere: z.array(OtherHost).default([]),
  /** The same as the last scan counted it: links of unchanged pages are not read again. */
  linkedBefore: z.array(OtherHost).default([]),
  /** The first addresses that a warning is about, by its code. */
  examples: z.record(z.string(), z.array(z.string())).default({}),
})
export type ScanTally = z.output<typeof ScanTally>

export const readTally = (json: string): ScanTally => ScanTally.parse(JSON.parse(json))

/** The count of the scan that a page adds to. */
export type PageCount = 'pages' | 'added' | 'changed' | 'unchanged' | 'removed'

export function addWarning(tally: ScanTally, warning: ScanWarning): void {
  tally.warnings[warning] = (tally.warnings[warning] ?? 0) + 1
}

/** Parameters that a scan notes as typed. */
const MAX_TYPED = 50

export function addTyped(tally: ScanTally, names: readonly string[]): void {
  for (const name of names) {
    if (!tally.typed.includes(name) && tally.typed.length < MAX_TYPED) tally.typed.push(name)
  }
}

/** Addresses that are named with a warning; a scan lists all of them elsewhere. */
const MAX_EXAMPLES = 20

/** Sets the count of a warning with the first of the addresses that it is about. */
export function setExamples(
  tally: ScanTally,
  warning: ScanWarning,
  { count, examples }: { count: number; examples: readonly string[] },
): void {
  setWarning(tally, warning, count)
  if (count > 0) tally.examples[warning] = examples.slice(0, MAX_EXAMPLES)
  else Reflect.deleteProperty(tally.examples, warning)
}

/** Sets a count that each run of a scan makes again, with what earlier runs found, so that nothing counts twice. */
export function setWarning(tally: ScanTally, warning: ScanWarning, times: number): void {
  if (times > 0) tally.warnings[warning] = times
  else Reflect.deleteProperty(tally.warnings, warning)
}
