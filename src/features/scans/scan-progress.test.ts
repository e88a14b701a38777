import { afterEach, beforeEach, expect, it } from 'vitest'
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

let coast: SiteWithModel

beforeEach(async () => {
  coast = await SiteWithModel.start({ '/': page('Home', { links: PATHS }), ...PAGES })
  await coast.scan()
})

afterEach(() => coast[Symbol.asyncDispose]())

/** Goes on with a scan that has read its pages; tells how often its job counts as claimed whenever the model is asked. */
async function claimsWhileWriting(): Promise<unknown[]> {
  const { services } = coast.app.app
  const at = coast.app.clock.now()
  const org = onFile(coast.app, (file) => file.prepare('SELECT org_id FROM site').pluck().get())
  const tenant = services.context.tenant(String(org))
  const site = await tenant.sites.find(coast.site)
  const { options } = (await site?.scans.latest()) ?? { options: '' }
  const fields = { kind: 'rescan', origin: 'api', requestedBy: '{}', options, at }
  await site?.scans.insert({ id: 'job_cut', ...fields })
  const payload = JSON.stringify({ orgId: tenant.orgId, scanId: 'job_cut' })
  await tenant.jobs.enqueue([{ id: 'job_cut', queue: SCAN_QUEUE, payload, runAt: at }], at)
  onFile(coast.app, (file) => {
    file.exec(`UPDATE scan SET phase = 'prompts', tally = '{"pages":14}' WHERE id = 'job_cut'`)
    file.exec(`UPDATE job SET claims = ${DEATHS}`)
    file.exec('UPDATE prompt SET record_hash = NULL')
  })
  const claims: unknown[] = []
  const { answer } = coast.model
  coast.model.answer = (response, request) => {
    claims.push(onFile(coast.app, (file) => file.prepare('SELECT claims FROM job').pluck().get()))
    answer(response, request)
  }
  await services.jobs.onIdle()
  expect((await site?.scans.latest())?.state).toBe('succeeded')
  return claims
}

it('a run that analysed pages is none that only died', async () => {
  onFile(coast.app, (file) => file.exec('DELETE FROM page_analysis; DELETE FROM page_reading'))
  expect(await claimsWhileWriting()).toEqual(Array.from({ length: PATHS.length + 1 }, () => 0))
})

it('a run that wrote prompts is none that only died', async () => {
  const claims = await claimsWhileWriting()
  expect(claims.slice(0, STEP)).toEqual(Array.from({ length: STEP }, () => DEATHS + 1))
  expect(claims.slice(STEP)).toEqual([0, 0])
})
