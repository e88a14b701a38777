import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyAudit } from '../../src/features/audit/verify-audit.ts'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import { connectWriter } from '../sqlite/connect.ts'
import { insertRows, insertSite, makeOldData } from './testing/old-data.ts'

// Data of a service whose audit log had neither numbers nor hashes.

let folder: DataFolder
let app: TestApp | undefined

beforeEach(() => {
  folder = DataFolder.inMemory()
})

afterEach(async () => {
  await app?.[Symbol.asyncDispose]()
  app = undefined
  folder[Symbol.dispose]()
})

const AT = Date.UTC(2026, 9, 1)
const ORGANIZATIONS = [
  ['org_a', 457],
  ['org_b', 1],
] as const

const entryOf = (org: string, i: number) => ({
  id: `aud_${org}_${String(i).padStart(6, '0')}`,
  org_id: org,
  actor_type: 'user',
  actor_id: 'usr_old',
  action: 'site.update',
  target_type: 'site',
  target_id: 'site_old',
  detail: JSON.stringify({ i, name: 'Ünïcode “quotes”' }),
  request_id: i % 2 === 0 ? null : `req_${i}`,
  at: AT + i,
})

async function open(): Promise<TestApp> {
  await makeOldData(folder.file, '0018-assistant-calls', (connection) => {
    for (const [num, [org, count]] of ORGANIZATIONS.entries()) {
      const url = `https://${org}.example/`.replace('_', '-')
      insertSite(connection, { num: num + 1, org, id: `site_${org}`, url, at: AT })
      const rows = Array.from({ length: count }, (_, i) => entryOf(org, i))
      insertRows(connection, 'audit_entry', rows)
    }
  })
  app = await TestApp.start({ directory: folder.path })
  return app
}

it('the log is as it was, numbered and chained for each organization', async () => {
  const { app: running } = await open()
  for (const [org, count] of ORGANIZATIONS) {
    const db = running.services.context.tenant(org)
    expect(await verifyAudit(db)).toMatchObject({ entries: count })
    expect((await verifyAudit(db)).broken).toBeUndefined()
    const rows = await db.audit.chain(0, 1_000)
    const wanted = Array.from({ length: count }, (_, i) => ({ ...entryOf(org, i), seq: i + 1 }))
    expect(rows).toMatchObject(wanted)
  }
})

it('the log goes on behind its old entries, and can be changed by nobody', async () => {
  const opened = await open()
  const owner = { id: 'org_b', userId: 'usr_old' }
  await opened.key(owner)
  const db = opened.app.services.context.tenant('org_b')
  expect(await verifyAudit(db)).toMatchObject({ entries: 2 })
  await opened.app.services.maintenance.onIdle()
  const writer = connectWriter(folder.file)
  for (const sql of ["UPDATE audit_entry SET actor_id = 'x'", 'DELETE FROM audit_entry']) {
    expect(() => writer.exec(sql)).toThrow('audit_entry is append-only')
  }
  writer.close()
  const tables = inspectData(folder.path, (file) =>
    file
      .prepare("SELECT name FROM sqlite_master WHERE name LIKE 'audit%' ORDER BY name")
      .pluck()
      .all(),
  )
  expect(tables).toEqual([
    'audit_entry',
    'audit_entry_edited',
    'audit_entry_measured',
    'audit_entry_no_delete',
    'audit_entry_no_update',
    'audit_entry_target',
  ])
})
