import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { countStoredRows, inspectData } from '../../testing/stored-events.ts'
import { page, WebSite } from '../../testing/web-site.ts'

const DAY_MS = 86_400_000

it('a restart scans once for all rounds of a schedule that were missed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'citable-schedule-'))
  const environment = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SCAN_TIMEOUT_MS: '30000' }
  await using web = await WebSite.start({ '/': page('Home') })
  const read = (sql: string) => inspectData(directory, (db) => db.prepare(sql).raw().all())
  const next = () => Number(read('SELECT next_scan_at FROM site').flat()[0])
  let due: number
  {
    await using app = await TestApp.start({ environment, directory })
    const key = await app.key(await app.org())
    const scan = { now: false, schedule: 'daily' }
    await app.site(key, { url: `${web.url}/`, scan })
    due = next()
    expect(due).toBeGreaterThan(app.clock.now())
  }
  {
    const startAt = new Date(due + 5.1 * DAY_MS).toISOString()
    await using app = await TestApp.start({ environment, directory, startAt })
    await app.app.services.jobs.onIdle()
    expect(read('SELECT origin, state FROM scan')).toEqual([['schedule', 'succeeded']])
    expect(next()).toBe(due + 6 * DAY_MS)
    expect(countStoredRows(directory, 'job')).toBe(1)
  }
  rmSync(directory, { recursive: true })
})
