import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import { hash } from '@node-rs/argon2'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { insertRows, makeOldData } from './testing/old-data.ts'

const AT = Date.parse('2026-11-01T10:00:00Z')
const PASSWORD = 'a long enough passphrase'

/** Inserts people as an older version stored them, one account for each address: owners, invited people, one who left. */
function insertPeople(connection: SqliteConnection, password_hash: string): void {
  const orgs = ['one', 'two'].map((name, i) => ({
    id: `org_${name}`,
    name,
    plan: 'pro',
    created_at: AT + i * 1_000,
  }))
  insertRows(connection, 'organization', orgs)
  const people: [string, number, ...string[]][] = [
    ['owner', AT, 'org_one'],
    ['second', AT + 1_000, 'org_two', 'org_one'],
    ['invited', AT + 5_000, 'org_one'],
    ['shared', AT + 6_000, 'org_one', 'org_two'],
    ['gone', AT + 7_000],
  ]
  for (const [name, created_at, ...memberships] of people) {
    const user = { id: `usr_${name}`, email: `${name}@example.com`, password_hash, created_at }
    insertRows(connection, 'user_account', [user])
    for (const org_id of memberships) {
      const id = `mem_${name}_${org_id}`
      insertRows(connection, 'member', [
        { org_id, user_id: user.id, role: 'owner', id, created_at },
      ])
    }
  }
}

it('accounts from before: those that came by an invitation to one organization are unproven, and all sign in', async () => {
  using folder = DataFolder.inMemory()
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2 })
  await makeOldData(folder.file, '0034-scan-addresses', (connection) =>
    insertPeople(connection, stored),
  )
  await using app = await TestApp.start({ directory: folder.path })
  const rows = inspectData(folder.path, (db) =>
    db
      .prepare('SELECT id, identity, email, unproven_org_id FROM user_account ORDER BY created_at')
      .all(),
  )
  const proven = (name: string) => ({
    id: `usr_${name}`,
    identity: `${name}@example.com`,
    email: `${name}@example.com`,
    unproven_org_id: null,
  })
  expect(rows).toEqual([
    proven('owner'),
    proven('second'),
    {
      ...proven('invited'),
      identity: 'invited@example.com org_one',
      unproven_org_id: 'org_one',
    },
    proven('shared'),
    proven('gone'),
  ])
  for (const [name, organizations] of [
    ['owner', ['org_one']],
    ['second', ['org_one', 'org_two']],
    ['invited', ['org_one']],
    ['shared', ['org_one', 'org_two']],
  ] as const) {
    const credentials = { email: `${name}@example.com`, password: PASSWORD }
    const { body } = await app.api('POST', '/auth/sign-in', { body: credentials })
    expect(body.data['organizations']).toMatchObject(organizations.map((id) => ({ id })))
  }
})
