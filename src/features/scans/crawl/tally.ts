import * as z from 'zod'

/** What a scan met that an owner should know of, by how often. */
export const SCAN_WARNINGS = [
  'BLOCKED_ADDRESS',
  'DNS_FAILED',
  'TLS_ERROR',
  'TIMEOUT',
  'UNREACHABLE',
  'HTTP_STATUS',
  'NOT_HTML',
  'TOO_LARGE',
  'TOO_COMPLEX',
  'EMPTY_PAGE',
  'ROBOTS_DISALLOWED',
  'ROBOTS_UNREADABLE',
  'EXCLUDED',
  'NOINDEX',
  'REDIRECT_OUT_OF_SCOPE',
  'REDIRECT_LOOP',
  'CANONICAL_ELSEWHERE',
  'SITEMAP_UNREADABLE',
  'PAGE_LIMIT',
  'TIME_LIMIT',
  'LLM_FALLBACK',
] as const
export type ScanWarning = (typeof SCAN_WARNINGS)[number]

/** What became of pages, and the warnings; kept as JSON with the scan, so that a resumed one goes on counting. */
export const ScanTally = z.object({
  pages: z.int().default(0),
  added: z.int().default(0),
  changed: z.int().default(0),
  unchanged: z.int().default(0),
  removed: z.int().default(0),
  promptsGenerated: z.int().default(0),
  promptsUpdated: z.int().default(0),
  /** Of the start page, 0 to 100. */
  score: z.int().nullable().default(null),
  /** Its checks that lose points, those that lose most first. */
  worst: z
    .array(z.object({ id: z.string(), status: z.string(), lostPoints: z.number() }))
    .default([]),
  /** How the start page ended, where it did not end well. */
  startError: z.string().nullable().default(null),
  /** Whether that may be otherwise a little later. */
  mayStartRecover: z.boolean().default(false),
  /** Links were found that are not kept for the next scan. */
  isCut: z.boolean().default(false),
  /** Pages are sent and read anew, though they may be as they were, since an earlier scan was cut. */
  readsAnew: z.boolean().default(false),
  warnings: z.record(z.string(), z.int()).default({}),
})
export type ScanTally = z.output<typeof ScanTally>

export const readTally = (json: string): ScanTally => ScanTally.parse(JSON.parse(json))

/** What a page adds to the counts of its scan. */
export type PageCount = 'pages' | 'added' | 'changed' | 'unchanged' | 'removed'

export function addWarning(tally: ScanTally, warning: ScanWarning): void {
  tally.warnings[warning] = (tally.warnings[warning] ?? 0) + 1
}

/** Of what each run of a scan finds out anew, with what the runs before it found: it is set, so nothing counts twice. */
export function setWarning(tally: ScanTally, warning: ScanWarning, times: number): void {
  if (times > 0) tally.warnings[warning] = times
  else Reflect.deleteProperty(tally.warnings, warning)
}
