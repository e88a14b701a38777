import { expect, it } from 'vitest'
import { IngestSites, type CollectingSite } from './ingest-sites.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const siteOf = (num: number): CollectingSite => ({
  num,
  id: 'site_a',
  domain: 'example.com',
  url: 'https://example.com/',
  aliases: '[]',
  rollup_timezone: 'UTC',
  raw_from: 0,
  status: 'active',
  question_mode: 'full',
  honour_opt_out: 0,
  own_parameters: null,
  learned_parameters: '[]',
  install_last_seen_at: null,
})

/** Sites whose reads are answered when the test says so. */
function answeredLater() {
  const reads: { resolve: (site: CollectingSite) => void; reject: (error: Error) => void }[] = []
  const sites = new IngestSites(
    () => new Promise((resolve, reject) => reads.push({ resolve, reject })),
  )
  return { reads, sites }
}

it('IngestSites answers at once what is in memory, and asks again after five seconds', () => {
  let num = 0
  const sites = new IngestSites(() => siteOf((num += 1)))
  const found = [0, 4_999, 5_000, 5_001].map((ms) => sites.find('site_a', NOW + ms))
  expect(found).toEqual([siteOf(1), siteOf(1), siteOf(2), siteOf(2)])
  sites.invalidate('site_a')
  expect(sites.find('site_a', NOW + 5_002)).toEqual(siteOf(3))
})

it('IngestSites asks once for many who wait, and answers at once from then on', async () => {
  const { reads, sites } = answeredLater()
  const first = sites.find('site_a', NOW)
  const second = sites.find('site_a', NOW)
  expect(reads).toHaveLength(1)
  reads[0]?.resolve(siteOf(1))
  expect([await first, await second]).toEqual([siteOf(1), siteOf(1)])
  expect(sites.find('site_a', NOW)).toEqual(siteOf(1))
})

it('IngestSites keeps nothing that was read before a change', async () => {
  const { reads, sites } = answeredLater()
  const before = sites.find('site_a', NOW)
  sites.invalidate('site_a')
  const after = sites.find('site_a', NOW)
  reads[1]?.resolve(siteOf(2))
  reads[0]?.resolve(siteOf(1))
  expect([await before, await after]).toEqual([siteOf(1), siteOf(2)])
  expect(sites.find('site_a', NOW)).toEqual(siteOf(2))
})

it('IngestSites asks again after a read that failed', async () => {
  const { reads, sites } = answeredLater()
  const failed = sites.find('site_a', NOW)
  reads[0]?.reject(new Error('gone'))
  await expect(failed).rejects.toThrow('gone')
  const again = sites.find('site_a', NOW)
  reads[1]?.resolve(siteOf(1))
  expect(await again).toEqual(siteOf(1))
})
