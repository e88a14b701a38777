import { useRef } from 'preact/hooks'

/**
 * The percentage points that must have risen before the rest is estimated; with fewer, the estimate would jump about.
 */
const LEAST_PERCENT = 3

/**
 * Estimates how many milliseconds a work still takes, by how fast its percentage rose since it was first seen.
 * Undefined until enough of it has risen, at 100, and after it fell because more was found.
 */
export function useTimeLeft(percent: number): number | undefined {
  const first = useRef<{ percent: number; at: number }>(undefined)
  const now = performance.now()
  if (!first.current || percent < first.current.percent) first.current = { percent, at: now }
  const risen = percent - first.current.percent
  if (risen < LEAST_PERCENT || percent >= 100) return undefined
  const leftMs = ((100 - percent) * (now - first.current.at)) / risen
  // The least is a whole second, since no work ends in no time.
  return Math.max(1_000, Math.round(leftMs / 1_000) * 1_000)
}
