import { expect, it } from 'vitest'
import { crashWebhooks } from '../../testing/crashing-webhooks.ts'
import { MOST_RUNNING } from './delivery/receivers.ts'

/** The number of kills; `.ci/run` sets a smaller one, since it tries each change. */
const KILLS = Number(process.env['KILLS'] ?? 200)

it(
  `no event is lost by ${KILLS} kills at random moments under load`,
  { timeout: 900_000 },
  async () => {
    const totals = await crashWebhooks(KILLS, Math.random)
    expect(totals).toMatchObject({ kills: KILLS, lost: [], integrity: ['ok'] })
    expect(totals.acknowledged).toBeGreaterThan(10 * KILLS)
    expect(totals.duplicates).toBeLessThanOrEqual(KILLS * MOST_RUNNING)
  },
)
