import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, insertSite, makeOldData } from './testing/old-data.ts'

const AT = Date.parse('2026-11-01T10:00:00Z')

/** Inserts the data of a service from before members had ids: two people, and sites with and without further hosts. */
function insertPeopleAndSites(connection: SqliteConnection): void {
  const at = AT
  const site = { org: 'org_old', at }
  insertSite(connection, { ...site, num: 1, id: 'site_old', url: 'https://old.example/' })
  connection
    .prepare('UPDATE site SET aliases = ?')
    .run(JSON.stringify(['shop.example', 'tea.example']))
  const people = ['anna', 'ben'].map((name, i) => ({
    id: `usr_${name}`,
    email: `${name}@example.com`,
    password_hash: '',
    created_at: AT + i,
  }))
  insertRows(connection, 'user_account', people)
  insertRows(
    connection,
    'member',
    people.map(({ id }, i) => ({
      org_id: 'org_old',
      user_id: id,
      role: i === 0 ? 'owner' : 'viewer',
    })),
  )
}

it('members get an id and the time of their account, and further hosts of a site go on counting', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0018-assistant-calls', insertPeopleAndSites)
  await using app = await TestApp.start({ directory: folder.path })
  const [members, domains] = inspectData(folder.path, (db) => [
    db.prepare('SELECT id, user_id, role, created_at FROM member ORDER BY created_at').all(),
    db.prepare('SELECT site_id, host, claimed_host, state, method FROM site_domain').all(),
  ])
  const id = expect.stringMatching(/^mem_[0-9a-z]{26}$/) as unknown
  expect(members).toEqual([
    { id, user_id: 'usr_anna', role: 'owner', created_at: AT },
    { id, user_id: 'usr_ben', role: 'viewer', created_at: AT + 1 },
  ])
  const carried = { site_id: 'site_old', claimed_host: null, state: 'verified', method: 'migrated' }
  expect(domains).toEqual([
    { ...carried, host: 'shop.example' },
    { ...carried, host: 'tea.example' },
  ])
  const { body } = await app.collect('site_old', [
    { kind: 'impression', url: 'https://shop.example/a' },
    { kind: 'impression', url: 'https://other.example/a' },
  ])
  expect(body.data).toMatchObject({ accepted: 1, rejected: 1 })
})
