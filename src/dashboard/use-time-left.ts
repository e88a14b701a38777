import { useRef } from 'preact/hooks'

/** Below this a guess would jump about. */
const LEAST_PERCENT = 3

/**
 * How many milliseconds something still takes, by how fast its percentage rose since it was seen first; undefined
 * before that is known, and where it fell, since more was found.
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
