import { expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

it('MaintenanceRunner takes up what found no room to wait, the next time that it is asked for', async () => {
  await using app = await TestApp.start()
  const { maintenance } = app.app.services
  // These are more tasks than may wait; the sites do not exist, so the tasks have nothing to do.
  for (let num = 1_000; num < 12_000; num++) maintenance.purgeDeletedSite(num)
  await maintenance.onIdle()
  const before = app.logs.filter((line) => line.includes('maintenance failed')).length
  expect(before).toBeGreaterThan(0)
  const emptied = app.app.services.database.maintenance
  maintenance.purgeDeletedSite(11_999)
  await maintenance.onIdle()
  expect(app.logs.filter((line) => line.includes('maintenance failed'))).toHaveLength(before)
  expect(await emptied.deletedSites()).toEqual([])
})
