import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lease } from '../../../db/jobs/lease.ts'
import { LeaseLostError } from '../../../db/jobs/lease.ts'
import type { ScanStep } from '../../../db/scans/scan-rows.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { TestApp } from '../../testing/start-test-app.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { SCAN_QUEUE } from './queue-scan.ts'

const STEP: ScanStep = {
  done: [],
  lost: [],
  found: [{ url: 'https://example.com/', depth: 0, modifiedAt: null, state: 'waiting' }],
  pages: [
    {
      path: '/',
      url: 'https://example.com/',
      state: 'active',
      httpStatus: 200,
      missing: 0,
      targetUrl: null,
      known: undefined,
    },
  ],
  fetched: 1,
  skipped: 0,
  failed: 0,
  phase: 'fetch',
  tally: '{}',
}

let app: TestApp
let tenant: TenantDb
let site: SiteDb
let key: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  const org = await app.org()
  key = await app.key(org)
  tenant = app.app.services.context.tenant(org.id)
  site = (await tenant.sites.find(await app.site(key)))!
})

// The next test claims no job of this one.
afterEach(async () => {
  app.clock.advance({ hours: 1 })
  await app.app.services.jobs.onIdle()
})

afterAll(() => app[Symbol.asyncDispose]())

/** Queues a scan with its job, without waking the queue. */
async function queue(options = '{}'): Promise<number> {
  const at = app.clock.now()
  const name = app.app.services.context.newId('job')
  const fields = { kind: 'rescan', origin: 'api', requestedBy: '{}', at }
  await site.scans.insert({ id: name, options, ...fields })
  const payload = JSON.stringify({ orgId: tenant.orgId, scanId: name })
  await tenant.jobs.enqueue([{ id: name, queue: SCAN_QUEUE, payload, runAt: at }], at)
  return (await site.scans.active())!.num
}

async function claim(): Promise<Lease> {
  const wanted = { limit: 1, leaseMs: 1_000, nowMs: app.clock.now() }
  const [job] = await app.app.services.database.jobs.claim(SCAN_QUEUE, wanted)
  return job!
}

const commit = (num: number, lease: Lease): Promise<number> =>
  site.scans
    .heldBy(lease)
    .commit(num, STEP, app.clock.now(), () => app.app.services.context.newId('pg'))

const count = (table: string) => countOrgRows(app.directory, tenant.orgId, table)

const rows = () => ['page', 'page_record', 'scan_url'].map(count)

describe('a step of a scan', () => {
  it('a step of a scan is stored by the run that has the job, and by no other', async () => {
    const num = await queue()
    const first = await claim()
    await site.scans.update(num, { state: 'running' })
    app.clock.advance({ seconds: 1 })
    const second = await claim()
    await expect(commit(num, first)).rejects.toThrow(LeaseLostError)
    const late = site.scans.heldBy(first).saveProgress(num, { tally: '{"pages":9}' })
    await expect(late).rejects.toThrow(LeaseLostError)
    expect(rows()).toEqual([0, 0, 0])
    expect((await site.scans.active())!.tally).toBe('{}')
    expect(await commit(num, second)).toBe(1)
    expect(rows()).toEqual([1, 1, 1])
  })

  it('a step is not stored after the scan has ended, or its site was deleted', async () => {
    const num = await queue()
    const lease = await claim()
    await site.scans.update(num, { state: 'running' })
    await tenant.transaction((trx) => trx.sites.delete(site.row.id, app.clock.now()))
    await expect(commit(num, lease)).rejects.toThrow(LeaseLostError)
    const end = {
      state: 'canceled',
      error: null,
      tally: '{}',
      at: app.clock.now(),
      creditsSpent: 0,
    }
    await site.scans.finish(num, end)
    await expect(commit(num, lease)).rejects.toThrow(LeaseLostError)
    expect(rows()).toEqual([0, 0, 0])
  })
})

describe('a scan that breaks down', () => {
  it('a scan that breaks down fails with INTERNAL after three attempts, and leaves room for the next', async () => {
    const { jobs } = app.app.services
    await queue('"no options"')
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await site.scans.active()).toMatchObject({ attempts: attempt - 1 })
      await jobs.onIdle()
      app.clock.advance({ minutes: attempt })
    }
    const ended = (await site.scans.latest())!
    expect(ended.state).toBe('failed')
    expect(JSON.parse(ended.error ?? '')).toMatchObject({ code: 'INTERNAL', retryable: true })
    expect(count("job WHERE state = 'dead'")).toBe(1)
    const events = await tenant.outbox.query().select(['event', 'payload']).execute()
    expect(events.map(({ event }) => event)).toEqual(['scan.failed'])
    expect(JSON.parse(events[0]?.payload ?? '')).toMatchObject({ code: 'INTERNAL', attempts: 3 })
    const next = await app.api('POST', '/scan', { token: key, body: { siteId: site.row.id } })
    expect([next.status, next.body.meta['deduplicated']]).toEqual([202, false])
  })
})
