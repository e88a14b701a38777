import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { leaveCredits } from '../../testing/leave-credits.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { countOrgRows, inspectOrg } from '../../testing/org-rows.ts'
import { heldPage, page } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans

beforeAll(async () => {
  service = await LocalScans.start()
})
beforeEach(async () => {
  scans = await service.another()
})
afterEach(() => scans[Symbol.asyncDispose]())
afterAll(() => service[Symbol.asyncDispose]())

const api = async (method: string, path: string, body?: Record<string, unknown>) =>
  service.app.api(method, path, {
    token: await service.app.session(scans.org),
    ...(body && { body }),
  })
const credits = async () => (await api('GET', '/credits')).body.data
const leave = (wanted: number) => leaveCredits(service.app, scans.org.id, wanted)

/** Entries of the ledger that are of a scan, oldest first. */
const entries = () =>
  inspectOrg(
    service.app.directory,
    scans.org.id,
    (db) =>
      db
        .prepare(
          "SELECT type, amount, reserved_delta, cost FROM credit_ledger WHERE reason = 'scan' ORDER BY seq",
        )
        .raw()
        // @NOTE the columns that the statement selects.
        .all() as [string, number, number, number][],
  )

/** Makes a site of `count` pages: a start page and others that it links to. */
function pages(count: number) {
  const links = Array.from({ length: count - 1 }, (_, i) => `/p${i}`)
  const others = links.map((link) => [link, page(`Page ${link}`)] as const)
  return { '/': page('Home', { links }), ...Object.fromEntries(others) }
}

describe('a scan', () => {
  it('reserves what it may cost at most, and is charged one credit for 25 pages at its end', async () => {
    const site = await scans.site(pages(30))
    const { body } = await scans.start(site, { maxPages: 110 })
    expect(body.data).toMatchObject({ state: 'queued', creditsSpent: null })
    expect(await credits()).toMatchObject({ balance: 20_000, reserved: 5 })
    await service.app.app.services.jobs.onIdle()
    const scan = await scans.find(String(body.data.id))
    expect(scan).toMatchObject({ state: 'succeeded', creditsSpent: 2, result: { pages: 30 } })
    expect(await credits()).toMatchObject({ balance: 19_998, reserved: 0, used: 2 })
    expect(entries()).toEqual([
      ['reserve', 0, 5, 0],
      ['debit', -2, -2, 2],
      ['release', 0, -3, 0],
    ])
  })

  it('costs the same where all of its pages are as they were', async () => {
    const site = await scans.site(pages(26))
    await scans.run(site)
    expect(await scans.run(site)).toMatchObject({ creditsSpent: 2, result: { unchanged: 26 } })
  })

  it('that fails without a page costs nothing', async () => {
    const site = await scans.site()
    expect(await scans.run(site)).toMatchObject({ state: 'failed', creditsSpent: 0 })
    expect(await credits()).toMatchObject({ balance: 20_000, reserved: 0, used: 0 })
  })

  it('that is canceled is charged for what it looked at', async () => {
    const slow = heldPage(page('Slow'))
    const site = await scans.site({ '/': page('Home', { links: ['/slow'] }), '/slow': slow.answer })
    const { body } = await scans.start(site)
    await slow.asked
    await api('DELETE', `/scan/${String(body.data.id)}`)
    slow.release()
    await service.app.app.services.jobs.onIdle()
    const { state, creditsSpent, result } = await scans.find(String(body.data.id))
    expect([state, creditsSpent]).toEqual(['canceled', Math.ceil(result['pages']! / 25)])
    expect(await credits()).toMatchObject({ reserved: 0, used: creditsSpent })
  })

  it('that is canceled before it begins costs nothing', async () => {
    // Two scans run at a time.
    const busy = [await service.another(), await service.another()]
    const slow = heldPage(page('Slow'))
    for (const one of busy) await one.start(await one.site({ '/': slow.answer }))
    const { body } = await scans.start(await scans.site(pages(1)))
    expect(await credits()).toMatchObject({ reserved: 200 })
    const ended = await api('DELETE', `/scan/${String(body.data.id)}`)
    expect(ended.body.data).toMatchObject({ state: 'canceled', creditsSpent: 0 })
    expect(await credits()).toMatchObject({ balance: 20_000, reserved: 0 })
    slow.release()
    await service.app.app.services.jobs.onIdle()
    for (const one of busy) await one[Symbol.asyncDispose]()
    expect(await credits()).toMatchObject({ balance: 20_000, reserved: 0 })
  })

  it('that ends with its site gives back what it reserved', async () => {
    const slow = heldPage(page('Slow'))
    const site = await scans.site({ '/': page('Home', { links: ['/slow'] }), '/slow': slow.answer })
    await scans.start(site)
    await slow.asked
    expect(await credits()).toMatchObject({ reserved: 200 })
    expect((await api('DELETE', `/sites/${site}`)).status).toBe(200)
    expect(await credits()).toMatchObject({ reserved: 0 })
    slow.release()
    await service.app.app.services.jobs.onIdle()
    // The start page may have been stored by then, or not.
    const debits = entries().filter(([type]) => type === 'debit')
    const wanted = debits.map(() => ['debit', -1, -1, 1])
    expect(entries()).toEqual([
      ['reserve', 0, 200, 0],
      ...wanted,
      ['release', 0, wanted.length - 200, 0],
    ])
  })

  it('looks at as many pages as the credits that are left pay for', async () => {
    const site = await scans.site(pages(40))
    await leave(1)
    const scan = await scans.run(site)
    expect(scan).toMatchObject({
      options: { maxPages: 25 },
      creditsSpent: 1,
      result: { pages: 25, warnings: [{ code: 'PAGE_LIMIT', count: 1 }] },
    })
    expect(await credits()).toMatchObject({ balance: 0, available: 0 })
    const events = inspectOrg(service.app.directory, scans.org.id, (db) =>
      db.prepare("SELECT event FROM outbox WHERE event <> 'credits.low'").pluck().all(),
    )
    expect(events).toEqual(['credits.depleted', 'scan.completed'])
  })
})

describe('without credits', () => {
  it('POST /scan answers 402 and leaves nothing, and the scan under way is still answered', async () => {
    const slow = heldPage(page('Slow'))
    const site = await scans.site({ '/': slow.answer })
    await leave(1)
    const first = await scans.start(site)
    await slow.asked
    const again = await scans.start(site)
    expect(again.body.data).toMatchObject({ id: first.body.data.id, deduplicated: true })
    const other = await service.app.site(scans.key, { domain: 'other.example' })
    const refused = await scans.start(other)
    expect([refused.status, refused.body.error]).toMatchObject([402, { code: 'CREDITS_EXHAUSTED' }])
    expect(countOrgRows(service.app.directory, scans.org.id, 'scan')).toBe(1)
    slow.release()
    await service.app.app.services.jobs.onIdle()
    expect((await scans.start(other)).status).toBe(402)
  })

  it('a site is made and not scanned, and the audit log says why', async () => {
    await leave(0)
    const { body } = await api('POST', '/sites', { url: `${scans.web.url}/` })
    expect(body.data).toMatchObject({ scanJob: null })
    const skipped = auditEntries(service.app.directory, scans.org.id).filter(
      ({ action }) => action === 'scan.skip',
    )
    expect(skipped).toMatchObject([
      { target_id: body.data.id, actor_type: 'user', detail: '{"reason":"CREDITS_EXHAUSTED"}' },
    ])
  })

  it('a scheduled round is skipped, the audit log says why, and the next one comes', async () => {
    scans.serve(pages(1))
    const site = await service.app.site(scans.key, {
      url: `${scans.web.url}/`,
      scan: { now: false, schedule: 'daily' },
    })
    await leave(0)
    service.app.clock.advance({ days: 2 })
    await service.app.app.services.jobs.onIdle()
    const skipped = () =>
      auditEntries(service.app.directory, scans.org.id)
        .filter(({ action }) => action === 'scan.skip')
        .map(({ actor_id, target_id }) => [actor_id, target_id])
    expect(skipped()).toEqual([['schedule', site]])
    expect(countOrgRows(service.app.directory, scans.org.id, 'scan')).toBe(0)
    await leave(10)
    service.app.clock.advance({ days: 2 })
    await service.app.app.services.jobs.onIdle()
    expect(countOrgRows(service.app.directory, scans.org.id, 'scan')).toBe(1)
    expect(skipped()).toHaveLength(1)
    await api('PUT', `/sites/${site}`, { scan: { schedule: 'off' } })
  })
})
