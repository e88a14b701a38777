import * as z from 'zod'
import type { ScanRow } from '../../../db/scans/scan-rows.ts'
import { SCAN_ERRORS } from '../../domain/scans/scan-errors.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import { SURFACES } from '../../kernel/door/surface.ts'
import { WORK_ORIGINS, type WorkOrigin } from '../../queue/work-origin.ts'
import { OtherHost, readTally } from './crawl/tally.ts'

export const SCAN_STATES = [
  'queued',
  'running',
  'succeeded',
  'partial',
  'failed',
  'canceled',
] as const

export const SCAN_PHASES = ['discover', 'fetch', 'prompts', 'score', 'finalize'] as const

const ScanError = z.object({
  code: z.enum(SCAN_ERRORS),
  message: z.string(),
  retryable: z.boolean(),
})
export type ScanError = z.output<typeof ScanError>

/** The options that a caller may give a scan. */
export const ScanOptions = z.object({
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  maxPages: z.int(),
  startUrl: z.string().optional().describe('Where it begins, in place of the site’s address'),
})
export type ScanOptions = z.output<typeof ScanOptions>

export const ScanJob = z
  .object({
    id: z.string(),
    siteId: z.string(),
    kind: z.enum(['onboarding', 'rescan']),
    trigger: z.enum(WORK_ORIGINS),
    state: z.enum(SCAN_STATES),
    phase: z.enum(SCAN_PHASES),
    progress: z.object({
      discovered: z.int(),
      fetched: z.int(),
      skipped: z.int(),
      failed: z.int(),
      percent: z.int().describe('Of what was discovered so far; it can fall while more is found'),
    }),
    options: ScanOptions,
    result: z
      .object({
        pages: z.int(),
        added: z.int(),
        changed: z.int(),
        unchanged: z.int(),
        removed: z.int(),
        promptsGenerated: z.int(),
        promptsUpdated: z.int(),
        score: z.int().nullable().describe('ai-score of the site'),
        warnings: z.array(
          z.object({
            code: z.string(),
            count: z.int(),
            examples: z
              .array(z.string())
              .optional()
              .describe('The first addresses that it is about, as the site writes them'),
          }),
        ),
        otherHosts: z
          .array(
            OtherHost.extend({
              addDomain: z
                .string()
                .nullable()
                .describe('What to send where that host is the site too; null where it has a port'),
            }),
          )
          .describe(
            'Hosts where pages of the site seem to be, by its links and what it says itself',
          ),
      })
      .nullable(),
    error: ScanError.nullable(),
    attempts: z.int(),
    queuedAt: z.string().nullable(),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    durationMs: z
      .int()
      .nullable()
      .describe('From start to end; null until it has ended, and for one that never began'),
    creditsSpent: z
      .int()
      .nullable()
      .describe('Credits that it was charged; null until it has ended'),
    requestedBy: z.object({ type: z.string(), id: z.string() }),
  })
  .meta({ id: 'ScanJob' })

export type ScanJob = z.output<typeof ScanJob>

export const isEnded = ({ state }: Pick<ScanRow, 'state'>): boolean =>
  state !== 'queued' && state !== 'running'

export function toScanJob(row: ScanRow): z.input<typeof ScanJob> {
  const { discovered, fetched, skipped, failed } = row
  const { warnings, examples, ownElsewhere, ...counts } = readTally(row.tally)
  const done = fetched + skipped + failed
  // @NOTE the columns below are written by us alone, from the same lists; the schema checks them once more.
  return {
    id: row.id,
    siteId: row.site_id,
    kind: row.kind as 'onboarding' | 'rescan',
    trigger: row.origin as WorkOrigin,
    state: row.state as (typeof SCAN_STATES)[number],
    phase: row.phase as (typeof SCAN_PHASES)[number],
    progress: {
      discovered,
      fetched,
      skipped,
      failed,
      percent: isEnded(row) ? 100 : Math.floor((99 * done) / Math.max(1, discovered)),
    },
    options: ScanOptions.parse(JSON.parse(row.options)),
    result: isEnded(row)
      ? {
          ...counts,
          otherHosts: ownElsewhere.map((one) => ({ ...one, addDomain: addDomain(row, one) })),
          warnings: inOrder(warnings).map(([code, count]) => {
            const named = examples[code]
            return { code, count, ...(named && { examples: named }) }
          }),
        }
      : null,
    error: row.error === null ? null : ScanError.parse(JSON.parse(row.error)),
    attempts: row.attempts,
    queuedAt: isoOrNull(row.queued_at),
    startedAt: isoOrNull(row.started_at),
    finishedAt: isoOrNull(row.finished_at),
    durationMs: durationOf(row),
    creditsSpent: row.credits_spent,
    requestedBy: z.object({ type: z.string(), id: z.string() }).parse(JSON.parse(row.requested_by)),
  }
}

/**
 * Returns warnings as pairs, CANONICAL_SHARED first: a canonical address that pages share may let engines know one page
 * of them all.
 */
const inOrder = (warnings: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(warnings).toSorted(
    ([a], [b]) => Number(b === 'CANONICAL_SHARED') - Number(a === 'CANONICAL_SHARED'),
  )

/**
 * Returns the request that makes a host one of the site's, so that scans follow links there; null for a host with a
 * port.
 */
const addDomain = ({ site_id: siteId }: ScanRow, { host }: OtherHost): string | null =>
  host.includes(':')
    ? null
    : `POST ${SURFACES.api.base}/sites/${siteId}/domains {"host":${JSON.stringify(host)}}`

/**
 * Returns how long a scan took in ms, at least 0, since the clock may have been set back meanwhile; null before its
 * end.
 */
const durationOf = ({
  started_at: from,
  finished_at: to,
}: Pick<ScanRow, 'started_at' | 'finished_at'>): number | null =>
  from === null || to === null ? null : Math.max(0, to - from)
