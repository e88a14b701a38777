import { expect, it } from 'vitest'
import { crashWebhooks } from '../../testing/crashing-webhooks.ts'
import { MOST_RUNNING } from './delivery/receivers.ts'

const KILLS = 3

it('no event is lost by kills at random moments under load', async () => {
  const totals = await crashWebhooks(KILLS, Math.random)
  expect(totals).toMatchObject({ kills: KILLS, lost: [], integrity: ['ok'] })
  expect(totals.acknowledged).toBeGreaterThan(KILLS)
  expect(totals.duplicates).toBeLessThanOrEqual(KILLS * MOST_RUNNING)
})
