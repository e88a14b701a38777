import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../db/sqlite/connect.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { storedBytes } from '../testing/stored-bytes.ts'
import { countStoredRows } from '../testing/stored-events.ts'

let data: DataFolder
let org: TestOrg
let siteId: string

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  org = await app.org()
  siteId = await app.site(await app.key(org))
  await app.collect(siteId, [
    { kind: 'pageview', url: '/tents' },
    { kind: 'question', url: '/tents', question: 'Which vanishing tent?' },
  ])
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)

describe('citable site list', () => {
  it('lists the sites in columns or as JSON', async () => {
    const { sites } = JSON.parse((await cli('site', 'list', '--json')).out) as { sites: unknown[] }
    expect(sites).toMatchObject([{ id: siteId, domain: 'example.com', status: 'active' }])
    const [head, row] = (await cli('site', 'list')).out.split('\n')
    expect(head).toMatch(/^id +domain +name +state +widget +created \(UTC\)$/)
    expect(row).toMatch(
      /^site_\w+ +example\.com +example\.com +active +not_installed +2026-11-20 12:00$/,
    )
  })
})

describe('citable site delete', () => {
  it('says what would be deleted, and deletes nothing', async () => {
    const { code, out } = await cli('site', 'delete', 'example.com')
    expect({ code, out }).toEqual({
      code: 1,
      out: `example.com (${siteId}) would go, for good, with 1 page, 0 prompts, its rules and scans, and all events and questions from 2026-11-20 12:00 to 2026-11-20 12:00 UTC.\nNothing was deleted; --yes does it.\n`,
    })
    const asData = await cli('site', 'delete', siteId, '--json')
    expect(asData.code).toBe(1)
    expect(JSON.parse(asData.out)).toMatchObject({ siteId, pages: 1, deleted: false })
    expect(countStoredRows(data.path, 'site')).toBe(1)
  })

  it.each(['id', 'domain'])('deletes everything of a site given by its %s', async (by) => {
    const { code, out } = await cli('site', 'delete', by === 'id' ? siteId : 'example.com', '--yes')
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^Deleted example\.com \(site_\w+\) with 1 page, .* UTC\.\n$/),
    })
    for (const table of ['site', 'deleted_site', 'event', 'question', 'question_text', 'page']) {
      expect([table, countStoredRows(data.path, table)]).toEqual([table, 0])
    }
    expect(storedBytes(data.path).includes('vanishing')).toBe(false)
    expect(auditEntries(data.path, org.id).at(-1)).toMatchObject({
      action: 'site.delete',
      actor_type: 'system',
      actor_id: 'cli',
      target_id: siteId,
    })
  })

  it('says when there is no such site', async () => {
    const { code, err } = await cli('site', 'delete', 'other.example', '--yes')
    expect(code).toBe(1)
    expect(err).toBe(
      `Test has no site other.example in ${data.file}; npx citable site list has them\n`,
    )
  })

  it('is completed by a server within the hour when its own process could not', async () => {
    await using app = await TestApp.start({ directory: data.path })
    await app.app.services.maintenance.onIdle()
    const other = connectWriter(data.file)
    other.exec(
      `INSERT INTO deleted_site (site_num, deleted_at) SELECT num, 0 FROM site; DELETE FROM site`,
    )
    other.close()
    app.app.services.maintenance.hourly()
    await app.app.services.maintenance.onIdle()
    expect(countStoredRows(data.path, 'event')).toBe(0)
    expect(countStoredRows(data.path, 'deleted_site')).toBe(0)
  })
})
