import { killMigrations } from '../../../db/migrations/testing/kill-migrations.ts'
import type { Attack } from '../attack.ts'

/**
 * Kills processes that migrate with `kill -9`, at random moments: first starts, and upgrades from every schema since
 * 0.1.0.
 */
export async function killsInMigrations(attack: Attack): Promise<void> {
  const promise = 'A kill in a migration loses nothing'
  try {
    const moments = Array.from({ length: attack.size(200, 8) }, Math.random)
    const { kills, inTheMiddle } = await killMigrations(moments)
    attack.expect(promise, inTheMiddle > 0, `${inTheMiddle} of ${kills} kills in the middle`)
  } catch (error) {
    attack.expect(promise, false, String(error))
  }
}
