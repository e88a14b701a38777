import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DomainEvent } from '../../domain/webhooks/event-types.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { countTurns } from '../../testing/count-turns.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { heldPage, page } from '../../testing/web-site.ts'

const FAILED: DomainEvent = {
  event: 'scan.failed',
  payload: {
    siteId: 'site_1',
    jobId: 'job_1',
    kind: 'rescan',
    code: 'INTERNAL',
    message: 'It broke down',
    retryable: true,
    attempts: 3,
  },
}

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

const tenant = (orgId = scans.org.id) => scans.app.app.services.context.tenant(orgId)

async function emitted(orgId?: string) {
  const rows = await tenant(orgId).outbox.query().selectAll().orderBy('num').execute()
  return rows.map(({ id, event, version, payload, at }) => {
    const fields = JSON.parse(payload) as Record<string, unknown>
    return { id, event, version, payload: fields, at: new Date(at).toISOString() }
  })
}

/** Emits `count` events, of no site, in one transaction. */
const emitMany = (count: number) =>
  tenant().transaction(async (trx) => {
    const { context } = scans.app.app.services
    for (let i = 0; i < count; i++) await trx.emit(domainEvent(context, FAILED))
  })

const hourly = async () => {
  const { maintenance } = scans.app.app.services
  maintenance.hourly()
  await maintenance.onIdle()
}

describe('a scan that ends', () => {
  it('a scan that ends well emits so once, with what it did', async () => {
    const site = await scans.site({ '/': page('Home', { links: ['/a'] }), '/a': page('A') })
    const scan = await scans.run(site)
    const { pages, added, changed, removed, promptsGenerated, score } = scan.result
    expect(await emitted()).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/) as unknown,
        event: 'scan.completed',
        version: 1,
        payload: {
          siteId: site,
          jobId: scan['id'],
          kind: 'onboarding',
          state: 'succeeded',
          pages,
          added,
          changed,
          removed,
          score,
          prompts: promptsGenerated,
          durationMs: 0,
        },
        at: scan['finishedAt'],
      },
    ])
    expect([pages, promptsGenerated]).toEqual([2, 2])
  })

  it('a scan that fails emits so once, with the reason', async () => {
    const site = await scans.site({
      '/': (_, response) => response.writeHead(500).end(),
    })
    const scan = await scans.run(site)
    expect(await emitted()).toMatchObject([
      {
        event: 'scan.failed',
        payload: {
          siteId: site,
          jobId: scan['id'],
          kind: 'onboarding',
          ...scan.error,
          attempts: 1,
        },
      },
    ])
  })

  it('a canceled scan emits nothing', async () => {
    const held = heldPage(page('Home'))
    const site = await scans.site({ '/': held.answer })
    const { body } = await scans.start(site)
    await held.asked
    await scans.app.api('DELETE', `/scan/${String(body.data.id)}`, { token: scans.key })
    held.release()
    await scans.app.app.services.jobs.onIdle()
    expect(await scans.find(String(body.data.id))).toMatchObject({ state: 'canceled' })
    expect(await emitted()).toEqual([])
  })
})

describe('an emitted event', () => {
  it('an emitted event is gone with the transaction that did not come to its end', async () => {
    const { context } = scans.app.app.services
    const broken = tenant().transaction(async (trx) => {
      await trx.emit(domainEvent(context, FAILED))
      expect(await trx.outbox.query().select('id').execute()).toHaveLength(1)
      throw new Error('Killed here')
    })
    await expect(broken).rejects.toThrow('Killed here')
    expect(await emitted()).toEqual([])
  })

  it('emitting needs a transaction', async () => {
    const event = domainEvent(scans.app.app.services.context, FAILED)
    await expect(tenant().emit(event)).rejects.toThrow('in the transaction of its cause')
  })

  it('an emitted event is not seen by another organization', async () => {
    await emitMany(1)
    expect(await emitted()).toHaveLength(1)
    expect(await emitted((await scans.app.org()).id)).toEqual([])
  })

  it('an emitted event goes with its site', async () => {
    const site = await scans.site({ '/': page('Home') })
    await scans.run(site)
    await emitMany(1)
    const session = await scans.app.session(scans.org)
    await scans.app.api('DELETE', `/sites/${site}`, { token: session })
    await scans.app.app.services.maintenance.onIdle()
    expect(await emitted()).toMatchObject([{ event: 'scan.failed' }])
  })

  it('an emitted event is deleted after two weeks, and others get a turn meanwhile', async () => {
    await emitMany(2_500)
    scans.app.clock.advance({ days: 13 })
    await emitMany(1)
    await hourly()
    expect(countOrgRows(scans.app.directory, scans.org.id, 'outbox')).toBe(2_501)
    scans.app.clock.advance({ days: 2 })
    const { turns } = await countTurns(hourly)
    expect(turns).toBeGreaterThanOrEqual(2)
    expect(countOrgRows(scans.app.directory, scans.org.id, 'outbox')).toBe(1)
  })
})
