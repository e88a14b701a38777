import { expect, it } from 'vitest'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { LeaseLostError } from '../jobs/lease.ts'
import type { SiteDb } from '../site-db.ts'
import type { ScanStep } from './scan-rows.ts'

const STEP: ScanStep = {
  done: [],
  lost: [],
  found: [],
  pages: [],
  fetched: 0,
  skipped: 0,
  failed: 0,
  phase: 'fetch',
  tally: '{}',
}

const ADDRESS = { url: 'https://example.com/', depth: 0, modifiedAt: null }
const FOUND: ScanStep['found'] = [
  { ...ADDRESS, state: 'waiting' },
  { ...ADDRESS, url: 'https://example.com/closed', state: 'forbidden' },
]
const RANGE = { after: 0, limit: 10, origin: 'https://example.com' }

/** Makes an organization with a site of its own. */
async function makeSite(app: TestApp): Promise<SiteDb> {
  const org = await app.org()
  const id = await app.site(await app.key(org))
  return (await app.app.services.context.tenant(org.id).sites.find(id))!
}

it('the store of a site reaches no address of a scan of another organization', async () => {
  await using app = await TestApp.start()
  const [own, foreign] = [await makeSite(app), await makeSite(app)]
  const asked = { kind: 'rescan', origin: 'api', options: '{}', requestedBy: '{}' }
  await own.scans.insert({ ...asked, id: 'job_own', at: 0 })
  const { num } = (await own.scans.active())!
  await own.scans.update(num, { state: 'running' })
  await own.scans.commit(num, { ...STEP, found: FOUND }, 0, () => 'pg_none')
  const seenBy = async ({ scans }: SiteDb): Promise<unknown[]> => [
    await scans.firstUrl(num),
    await scans.countLeftOut(num),
    (await scans.waiting(num, RANGE)).length,
  ]
  await foreign.scans.noteLeftOut(num, undefined)
  expect(await own.scans.addresses(num, { after: 0, limit: 9 })).toEqual([])
  await own.scans.noteLeftOut(num, undefined)
  expect(await own.scans.addresses(num, { after: 0, limit: 9 })).toHaveLength(1)
  expect(await foreign.scans.addresses(num, { after: 0, limit: 9 })).toEqual([])
  const before = await seenBy(own)
  expect(before).toEqual(['https://example.com/', { forbidden: 1, excluded: 0, asset: 0 }, 1])
  expect(await seenBy(foreign)).toEqual([undefined, { forbidden: 0, excluded: 0, asset: 0 }, 0])
  const step: ScanStep = {
    ...STEP,
    done: [1],
    found: [{ ...ADDRESS, url: 'https://example.com/new', state: 'waiting' }],
  }
  const commit = foreign.scans.commit(num, step, 0, () => 'pg_none')
  await expect(commit).rejects.toThrow(LeaseLostError)
  expect(await seenBy(own)).toEqual(before)
})
