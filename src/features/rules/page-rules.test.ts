import { afterAll, beforeAll, expect, it } from 'vitest'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { inspectData } from '../../testing/stored-events.ts'
import { page } from '../../testing/web-site.ts'
import { scanExclusions } from './scan-exclusions.ts'

let site: ScannedSite

beforeAll(async () => {
  site = await ScannedSite.start({
    '/': page('Home', { links: ['/tides'] }),
    '/tides': page('Tides', { head: '<meta name="keywords" content="Sea, Moon">' }),
  })
})
afterAll(() => site[Symbol.asyncDispose]())

interface DryRun {
  page: { tags: string[] }
  matched: string[]
}

async function dryRun(path: string): Promise<DryRun> {
  const { body } = await site.call('POST', `/rules/${site.id}/test`, { path })
  expect(body.error).toBeNull()
  return body.data as unknown as DryRun
}

it('rules see the tags that a page gives itself, and not those that rules add', async () => {
  const own = await site.rule({ match: { tag: 'moon' }, actions: { addTags: ['Added'] } })
  await site.rule({ match: { tag: 'added' }, actions: { append: 'Be brief.' } })
  await site.scan()
  const record = inspectData(site.app.directory, (db) =>
    db
      .prepare('SELECT record FROM page_record JOIN page ON num = page_num WHERE path = ?')
      .pluck()
      .get('/tides'),
  )
  expect(JSON.parse(String(record))).toMatchObject({ ownTags: ['Sea', 'Moon'] })
  expect(await dryRun('/tides')).toMatchObject({ page: { tags: ['Sea', 'Moon'] }, matched: [own] })
  expect(await dryRun('/')).toMatchObject({ page: { tags: [] }, matched: [] })
})

it('rules of a site say which addresses are not to be fetched', async () => {
  await site.rule({ match: { path: '/drafts/**' }, actions: { excludeFromScan: true } })
  await site.rule({ match: { tag: 'secret' }, actions: { excludeFromScan: true } })
  const db = await site.app.app.services.context.tenant(site.org.id).sites.find(site.id)
  if (!db) throw new Error('No site')
  const isOut = await scanExclusions(db)
  expect(['/drafts/a?b=c', '/tides', '/'].map((path) => isOut(path, 'coast.example'))).toEqual([
    true,
    false,
    false,
  ])
})
