import { createHash } from 'node:crypto'
import { DAY_MS } from '../../lib/time/clock.ts'

/** Intervals of automatic scans, from never to most often. */
export const SCAN_SCHEDULES = ['off', 'weekly', 'daily'] as const
export type ScanSchedule = (typeof SCAN_SCHEDULES)[number]

const PERIOD_MS = { weekly: 7 * DAY_MS, daily: DAY_MS } as const

/**
 * The most milliseconds that a scan is planned ahead: half a period after the last scan, plus up to a period until the
 * site's own time.
 */
export const FURTHEST_ROUND_MS = 1.5 * PERIOD_MS.weekly

/** Reads a stored schedule; an unknown one counts as `off`. */
export const scheduleOf = (value: string): ScanSchedule =>
  SCAN_SCHEDULES.find((schedule) => schedule === value) ?? 'off'

/** Returns the one of two schedules that scans less often. */
export const rarerSchedule = (a: ScanSchedule, b: ScanSchedule): ScanSchedule =>
  SCAN_SCHEDULES.indexOf(a) < SCAN_SCHEDULES.indexOf(b) ? a : b

/**
 * Computes the time of the next scheduled scan, epoch ms; null when the schedule is off. Each site has its own time of
 * the day or week, derived from its id, so that sites do not start together and rounds do not drift. The next round is
 * at least half a period after the last scan: a site that was just scanned, or whose rounds were missed, is not scanned
 * twice.
 */
export function nextScanAt(
  siteId: string,
  schedule: ScanSchedule,
  { nowMs, lastScanAt }: { nowMs: number; lastScanAt: number | null },
): number | null {
  if (schedule === 'off') return null
  const periodMs = PERIOD_MS[schedule]
  const turn = createHash('sha256').update(siteId).digest().readUInt32BE() % periodMs
  // A scan that ended in the future was stamped by a clock that was ahead: it counts as ended now.
  const lastMs = Math.min(lastScanAt ?? 0, nowMs)
  const earliest = Math.max(nowMs + 1, lastMs + periodMs / 2)
  return Math.ceil((earliest - turn) / periodMs) * periodMs + turn
}
