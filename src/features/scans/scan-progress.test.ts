import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { SiteWithModel } from '../../testing/site-with-model.ts'
import { page } from '../../testing/web-site.ts'
import { SCAN_QUEUE } from './queue-scan.ts'

// A scan whose process died four times without leaving anything behind: the next death is the last, unless it does.
const DEATHS = 4
/** Pages whose prompts are stored together. */
const STEP = 12
const PATHS = Array.from({ length: STEP + 1 }, (_, i) => `/p${i}`)
const PAGES = Object.fromEntries(
  PATHS.map((path, i) => [path, page(`Page ${i}`, { text: `Otters sleep in the kelp, ${i}.` })]),
)

let service: SiteWithModel
let coast: SiteWithModel

beforeAll(async () => {
  service = await SiteWithModel.start({})
})

beforeEach(async () => {
  coast = await service.another({ '/': page('Home', { links: PATHS }), ...PAGES })
  await coast.scan()
})

afterEach(() => coast[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

const OF_SITE = 'site_num = (SELECT num FROM site WHERE id = ?)'

/** Runs a statement for the site; returns what it reads. */
const onSite = (statement: string): unknown =>
  onFile(coast.app, (file) => {
    const prepared = file.prepare(statement)
    return prepared.reader ? prepared.pluck().get(coast.site) : prepared.run(coast.site)
  })

/**
 * Goes on with a scan that has read its pages; returns how often its job counts as claimed each time that the model is
 * asked.
 */
async function claimsWhileWriting(): Promise<unknown[]> {
  const { services } = coast.app.app
  const at = coast.app.clock.now()
  const tenant = services.context.tenant(String(onSite('SELECT org_id FROM site WHERE id = ?')))
  const id = services.context.newId('job')
  const site = await tenant.sites.find(coast.site)
  const { options } = (await site?.scans.latest()) ?? { options: '' }
  const fields = { kind: 'rescan', origin: 'api', requestedBy: '{}', options, at }
  await site?.scans.insert({ id, ...fields })
  const payload = JSON.stringify({ orgId: tenant.orgId, scanId: id })
  await tenant.jobs.enqueue([{ id, queue: SCAN_QUEUE, payload, runAt: at }], at)
  onFile(coast.app, (file) => {
    const change = `UPDATE scan SET phase = 'prompts', tally = '{"pages":14}' WHERE id = ?`
    file.prepare(change).run(id)
    file.prepare('UPDATE job SET claims = ? WHERE id = ?').run(DEATHS, id)
  })
  onSite(`UPDATE prompt SET record_hash = NULL WHERE ${OF_SITE}`)
  const claims: unknown[] = []
  const { answer } = coast.model
  coast.model.answer = (response, request) => {
    const read = 'SELECT claims FROM job WHERE id = ?'
    claims.push(onFile(coast.app, (file) => file.prepare(read).pluck().get(id)))
    answer(response, request)
  }
  await services.jobs.onIdle()
  expect((await site?.scans.latest())?.state).toBe('succeeded')
  return claims
}

it('a run that analysed pages is none that only died', async () => {
  onSite(`DELETE FROM page_analysis WHERE ${OF_SITE}`)
  onSite(`DELETE FROM page_reading WHERE ${OF_SITE}`)
  expect(await claimsWhileWriting()).toEqual(Array.from({ length: PATHS.length + 1 }, () => 0))
})

it('a run that wrote prompts is none that only died', async () => {
  const claims = await claimsWhileWriting()
  expect(claims.slice(0, STEP)).toEqual(Array.from({ length: STEP }, () => DEATHS + 1))
  expect(claims.slice(STEP)).toEqual([0, 0])
})
