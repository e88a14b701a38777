import { expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

it('takes up what found no room to wait, the next time that it is asked for', async () => {
  await using app = await TestApp.start()
  const { upkeep } = app.app.services
  // More than may wait: those of sites that are not there have nothing to do.
  for (let num = 1_000; num < 12_000; num++) upkeep.purgeDeletedSite(num)
  await upkeep.onIdle()
  const before = app.logs.filter((line) => line.includes('upkeep failed')).length
  expect(before).toBeGreaterThan(0)
  const emptied = app.app.services.database.maintenance
  upkeep.purgeDeletedSite(11_999)
  await upkeep.onIdle()
  expect(app.logs.filter((line) => line.includes('upkeep failed'))).toHaveLength(before)
  expect(await emptied.deletedSites()).toEqual([])
})
