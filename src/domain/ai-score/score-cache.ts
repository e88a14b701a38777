import { HOUR_MS, MINUTE_MS } from '../../lib/time/clock.ts'
import { ExpiringMap } from '../../lib/cache/expiring-map.ts'
import type { Score } from './score.ts'

/** A score with the time at which it was made, kept so that it can be answered once more. */
export interface MadeScore {
  finalUrl: string
  score: Score
  atMs: number
}

/**
 * Scores and requests for them that a service remembers, in this process alone. All callers share them, and they expire
 * by elapsed time.
 */
export class ScoreMemory {
  /** The scores that were made; the key holds the asker, the page and the checks. */
  readonly made = new ExpiringMap<string, MadeScore>({
    maxEntries: 1_000,
    lifetimeMs: 10 * MINUTE_MS,
  })
  /**
   * The times at which domains and sites were scored, by the number of the place that a hash of their name has. The map
   * is twice as large as the number of places, so no place is dropped.
   */
  readonly asked = new ExpiringMap<number, readonly number[]>({
    maxEntries: 2 * 65_536,
    lifetimeMs: HOUR_MS,
  })
}
