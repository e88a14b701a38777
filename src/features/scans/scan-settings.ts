import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import {
  assertPlanReaches,
  MOST_SCAN_PAGES,
  type Plan,
  PLAN_LIMITS,
  type PlanLimits,
} from '../../kernel/plan/plans.ts'
import { SCAN_SCHEDULES, type ScanSchedule, scheduleOf } from '../../domain/scans/scan-schedule.ts'
import { SURFACES } from '../../kernel/door/surface.ts'

const MAX_GLOBS = 50

const Glob = z
  .string()
  .min(1)
  .max(200)
  .startsWith('/', 'Must be a path such as /blog/*')
  .refine((glob) => glob.split('*').length <= 6, 'At most five *')

/** The bounds of a scan, as callers may give them. */
export const scanBoundFields = {
  include: z
    .array(Glob)
    .max(MAX_GLOBS)
    .optional()
    .describe('Only these paths; * stands for anything, an empty list for all paths'),
  exclude: z.array(Glob).max(MAX_GLOBS).optional().describe('Not these paths'),
  maxPages: z.int().min(1).max(MOST_SCAN_PAGES).optional().describe('At most what the plan allows'),
}

/** The settings of scans as an owner changes them; a setting that is left out stays. */
export const ScanSettingsInput = z.strictObject({
  schedule: z.enum(SCAN_SCHEDULES).optional().describe('How often the site is scanned by itself'),
  ...scanBoundFields,
  maxPages: scanBoundFields.maxPages
    .unwrap()
    .nullable()
    .optional()
    .describe('Pages of a scan; null is what the plan allows'),
})
export type ScanSettingsInput = z.output<typeof ScanSettingsInput>

/** The bounds of a site's scans as they are stored; a scan may be given others. */
const StoredBounds = z.object({
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  maxPages: z.int().nullable().default(null),
})

/** The settings of a site's scans. */
export const ScanSettings = z.object({
  schedule: z.enum(SCAN_SCHEDULES),
  maxPages: z.int().nullable().describe('null is what the plan allows'),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
})
type ScanSettings = z.output<typeof ScanSettings>

type SettingColumns = Pick<SiteRow, 'scan_schedule' | 'scan_options'>

export const scanSettingsOf = (row: SettingColumns): ScanSettings => ({
  schedule: scheduleOf(row.scan_schedule),
  ...StoredBounds.parse(JSON.parse(row.scan_options)),
})

/** Makes the columns of changed settings. Throws PLAN_REQUIRED for a changed setting that the plan does not allow. */
export function changedScanSettings(
  before: SettingColumns,
  input: ScanSettingsInput,
  plan: Plan,
): SettingColumns {
  const { schedule: scheduleBefore, ...boundsBefore } = scanSettingsOf(before)
  const { schedule = scheduleBefore, ...bounds } = input
  // A value that an owner had before a change of the plan stays, also when it is sent along.
  if (schedule !== scheduleBefore) assertSchedule(schedule, plan)
  if (bounds.maxPages !== boundsBefore.maxPages) {
    assertPages('scan.maxPages', bounds.maxPages ?? undefined, plan)
  }
  const { include, exclude, maxPages } = { ...boundsBefore, ...bounds }
  return { scan_schedule: schedule, scan_options: JSON.stringify({ include, exclude, maxPages }) }
}

interface Bounds {
  include: string[]
  exclude: string[]
  maxPages: number
}

/**
 * Returns the bounds of one scan: each is the one that was asked for, else the site's own; the site's number of pages
 * is cut to what the plan allows.
 */
export function scanBounds(
  row: SettingColumns,
  plan: Plan,
  asked: { [K in keyof Bounds]?: Bounds[K] | undefined } = {},
): Bounds {
  const { include, exclude, maxPages } = scanSettingsOf(row)
  const { maxScanPages } = PLAN_LIMITS[plan]
  return {
    include: asked.include ?? include,
    exclude: asked.exclude ?? exclude,
    // A plan may have become smaller since the site's bound was set.
    maxPages: asked.maxPages ?? Math.min(maxPages ?? maxScanPages, maxScanPages),
  }
}

/** Throws PLAN_REQUIRED for more pages than the plan allows. */
export function assertPages(field: string, wanted: number | undefined, plan: Plan): void {
  if (wanted === undefined) return
  assertPlanReaches(plan, `Scans of ${wanted} pages`, (limits) => limits.maxScanPages >= wanted, {
    field,
    hint: `the plan ${plan} scans at most ${PLAN_LIMITS[plan].maxScanPages}`,
  })
}

/** Throws PLAN_REQUIRED for a schedule that comes round more often than the plan allows. */
function assertSchedule(wanted: ScanSchedule, plan: Plan): void {
  const reaches = ({ scanSchedule }: PlanLimits): boolean =>
    SCAN_SCHEDULES.indexOf(wanted) <= SCAN_SCHEDULES.indexOf(scanSchedule)
  const { scanSchedule } = PLAN_LIMITS[plan]
  assertPlanReaches(plan, `${wanted === 'daily' ? 'Daily' : 'Weekly'} scans`, reaches, {
    field: 'scan.schedule',
    hint:
      scanSchedule === 'off'
        ? `start scans with POST ${SURFACES.api.base}/scan`
        : `the plan ${plan} scans ${scanSchedule} at most`,
  })
}
