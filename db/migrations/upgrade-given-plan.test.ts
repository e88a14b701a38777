import { expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { TestApp } from '../../src/testing/start-test-app.ts'
import { inspectData } from '../../src/testing/stored-events.ts'
import { insertRows, makeOldData } from './testing/old-data.ts'

it('a plan is the operator’s in older data where the operator changed it last, and bindings stay', async () => {
  using folder = DataFolder.inMemory()
  const line = (org_id: string, seq: number, actor_id: string) => ({
    id: `aud_${org_id}_${seq}`,
    org_id,
    seq,
    hash: Buffer.alloc(32),
    actor_type: 'system',
    actor_id,
    action: 'org.change_plan',
    target_type: 'organization',
    target_id: org_id,
    detail: '{}',
    at: seq,
  })
  await makeOldData(folder.file, '0034-scan-addresses', (file) => {
    const org = (id: string, gateway: string | null) => ({
      id,
      name: id,
      plan: 'business',
      created_at: 1,
      gateway,
    })
    insertRows(file, 'organization', [
      org('org_given', 'stripe'),
      org('org_paid', 'stripe'),
      org('org_own', null),
    ])
    insertRows(file, 'audit_entry', [
      line('org_given', 1, 'stripe'),
      line('org_given', 2, 'cli'),
      line('org_paid', 1, 'cli'),
      line('org_paid', 2, 'stripe'),
      line('org_own', 1, 'cli'),
    ])
    insertRows(file, 'billing_customer', [{ id: 'cus_1', org_id: 'org_paid', linked_at: 1 }])
  })
  await using app = await TestApp.start({ directory: folder.path })
  const rows = (statement: string) =>
    inspectData(app.directory, (file) => file.prepare(statement).all())
  expect(rows('SELECT id, given_plan FROM organization ORDER BY id')).toEqual([
    { id: 'org_given', given_plan: 'business' },
    { id: 'org_own', given_plan: null },
    { id: 'org_paid', given_plan: null },
  ])
  expect(rows('SELECT id, org_id FROM billing_customer')).toEqual([
    { id: 'cus_1', org_id: 'org_paid' },
  ])
})
