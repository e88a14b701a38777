import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import { insertRows, makeOldData } from './testing/old-data.ts'

it('an organization from before credits has an account, and its first grant with its first use', async () => {
  using folder = DataFolder.inMemory()
  await makeOldData(folder.file, '0023-site-scores', (file) => {
    insertRows(file, 'organization', [
      { id: 'org_old', name: 'Old', plan: 'pro', created_at: Date.parse('2026-01-31T10:00:00Z') },
    ])
  })
  await using app = await TestApp.start({ directory: folder.path })
  const rows = inspectData(folder.path, (file) =>
    file
      .prepare(
        `SELECT org_id, balance, anchor_at = organization.created_at AS "isAnchored"
         FROM credit_account JOIN organization ON organization.id = org_id`,
      )
      .all(),
  )
  expect(rows).toEqual([{ org_id: 'org_old', balance: 0, isAnchored: 1 }])
  const token = await app.key({ id: 'org_old', userId: '' }, ['credits:read'])
  const { body } = await app.api('GET', '/credits', { token })
  expect(body.data).toMatchObject({
    balance: 2_000,
    used: 0,
    periodStart: '2026-10-31T10:00:00.000Z',
  })
})
