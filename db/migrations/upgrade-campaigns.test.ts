import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { askTool } from '../../src/testing/ask-tool.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, insertSite, makeOldData } from './testing/old-data.ts'

const LAST_AT = Date.parse('2026-11-18T10:00:00Z')

function insertVisits(connection: SqliteConnection): void {
  const site = { num: 1, org: 'org_old', id: 'site_old', url: 'https://tea.example/' }
  insertSite(connection, { ...site, at: LAST_AT - 100_000_000 })
  for (const [i, at] of [LAST_AT - 90_000_000, LAST_AT].entries()) {
    const event = { site_num: 1, at, seq: 1, kind: 1, visitor: Buffer.alloc(6, i), page_num: 0 }
    const unknown = { engine: 0, referrer: 0, country: 0, device: 0, facet: 0 }
    insertRows(connection, 'event', [{ ...event, ...unknown }])
  }
}

it('campaigns of events from before there were any are said to be unknown', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0040-ignored-canonical', insertVisits)
  await using app = await TestApp.start({
    directory: folder.path,
    startAt: '2026-11-20T12:00:00Z',
  })
  const token = await app.key({ id: 'org_old', userId: 'usr_old' })
  await app.collect('site_old', [{ kind: 'impression', url: '/?utm_campaign=spring' }])
  const ask = async (dimension: string, range: string) => {
    const args = { dimensions: [dimension], metrics: ['impressions'], range }
    return (await askTool(app, 'data', 'get_breakdown', token, args)).text
  }
  const note = '# events up to 2026-11-18 were stored without campaigns'
  const text = await ask('campaign', '14d')
  expect(text).toContain(note)
  expect(text).toMatch(/^spring,1/m)
  expect(text).toMatch(/^\(none\),2/m)
  const funnel = { dimensions: ['campaign'], steps: ['impression', 'ai_click'] }
  expect((await askTool(app, 'data', 'run_funnel', token, funnel)).text).toContain(note)
  expect(await ask('campaign', 'today')).not.toContain('without campaigns')
  expect(await ask('referrer', '14d')).not.toContain('without campaigns')
})
