import { afterEach, beforeEach, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { countStoredRows } from '../../testing/stored-events.ts'
import { page } from '../../testing/web-site.ts'

let scans: LocalScans

// Each test has a service of its own: its clock goes back.
beforeEach(async () => {
  scans = await LocalScans.start()
})

afterEach(() => scans[Symbol.asyncDispose]())

it.each([1, 400])(
  'a schedule goes on after the clock was ahead by %i days for a moment',
  async (ahead) => {
    const { app, key, web } = scans
    const { clock } = app
    const { jobs } = app.app.services
    scans.serve({ '/': page('Home') })
    await app.site(key, { url: `${web.url}/`, scan: { now: false, schedule: 'daily' } })
    clock.jump({ days: ahead })
    await jobs.onIdle()
    clock.jump({ days: -ahead })
    const before = countStoredRows(app.directory, 'scan')
    for (let minute = 0; minute < 3; minute++) {
      await jobs.onIdle()
      clock.advance({ minutes: 1 })
    }
    clock.advance({ days: 11 })
    await jobs.onIdle()
    expect(countStoredRows(app.directory, 'scan')).toBeGreaterThan(before)
  },
)
