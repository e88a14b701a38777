import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { verifyAudit, type AuditHead } from './verify-audit.ts'

let app: TestApp
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('self_hosted')
  const token = await app.session(org)
  for (let i = 0; i < 5; i++) {
    await app.api('POST', '/keys', { token, body: { scopes: ['*'], name: `key ${i}` } })
  }
})

afterAll(() => app[Symbol.asyncDispose]())

const verify = (noted?: AuditHead) =>
  verifyAudit(app.app.services.context.tenant(org.id), { noted })

/** Changes the log by SQL without its triggers, as only a person with the file can. */
const tamper = (sql: string) =>
  onFile(app, (file) => {
    const triggers = file
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entry'",
      )
      .all()
    expect(triggers).toHaveLength(2)
    for (const { name } of triggers) file.exec(`DROP TRIGGER ${name}`)
    file.exec(sql.replaceAll('{org}', `org_id = '${org.id}'`))
    for (const { sql: create } of triggers) file.exec(create)
  })

describe('a log as it was written', () => {
  it('is whole, and ends with the head that the list shows', async () => {
    const { entries, head, broken } = await verify()
    expect([entries, broken]).toEqual([5, undefined])
    const { body } = await app.api('GET', '/org/audit?limit=1', { token: await app.session(org) })
    expect(body.data).toMatchObject([{ number: 5, hash: head }])
  })

  it('has hashes that anybody can compute from its entries', async () => {
    const rows = await app.app.services.context.tenant(org.id).audit.chain(0, 100)
    let before: Uint8Array = new Uint8Array(32)
    for (const { hash, ...entry } of rows) {
      const sorted = Object.fromEntries(Object.entries(entry).toSorted(byName))
      before = createHash('sha256').update(before).update(JSON.stringify(sorted)).digest()
      expect(Buffer.from(before).equals(hash)).toBe(true)
    }
  })

  it('is refused outside of a transaction', async () => {
    const { audit } = app.app.services.context.tenant(org.id)
    const [row] = await audit.chain(0, 1)
    await expect(audit.insert({ ...row!, id: 'aud_x' })).rejects.toThrow('in the transaction')
  })

  it('holds against a head that was noted, also an earlier one', async () => {
    const rows = await app.app.services.context.tenant(org.id).audit.chain(0, 100)
    for (const { seq, hash } of rows) {
      const { broken } = await verify({ entries: seq, hash: hash.toString('hex') })
      expect(broken).toBeUndefined()
    }
  })
})

describe('a log that was changed', () => {
  it.each([
    ["UPDATE audit_entry SET actor_id = 'nobody' WHERE seq = 3 AND {org}", 3],
    [`UPDATE audit_entry SET detail = '{"name":"key 1" }' WHERE seq = 2 AND {org}`, 2],
    ['UPDATE audit_entry SET at = at + 1 WHERE seq = 5 AND {org}', 5],
    ['UPDATE audit_entry SET request_id = NULL WHERE seq = 1 AND {org}', 1],
    ['UPDATE audit_entry SET hash = zeroblob(32) WHERE seq = 4 AND {org}', 4],
    ['DELETE FROM audit_entry WHERE seq = 1 AND {org}', 1],
    ['DELETE FROM audit_entry WHERE seq = 3 AND {org}', 3],
    [
      'DELETE FROM audit_entry WHERE seq = 3 AND {org}; UPDATE audit_entry SET seq = seq - 1 WHERE seq > 3 AND {org}',
      3,
    ],
  ])('%s is found at entry %i', async (sql, number) => {
    tamper(sql)
    const { entries, broken } = await verify()
    expect(entries).toBe(number - 1)
    expect(broken).toMatchObject({ number })
  })

  it('is found by the head that was noted, where its end was cut or written anew', async () => {
    const { entries, head } = await verify()
    const noted = { entries, hash: head }
    tamper('DELETE FROM audit_entry WHERE seq > 3 AND {org}')
    expect((await verify()).broken).toBeUndefined()
    expect((await verify(noted)).broken).toMatchObject({ number: 4 })
    const token = await app.session(org)
    for (let i = 0; i < 2; i++) {
      await app.api('POST', '/keys', { token, body: { scopes: ['*'], name: 'forged' } })
    }
    expect((await verify()).entries).toBe(5)
    expect((await verify(noted)).broken).toMatchObject({ number: 5 })
  })
})

describe('the check over the API', () => {
  const check = async (role?: 'admin' | 'editor') =>
    app.api('GET', '/org/audit/verify', { token: await app.session(org, role) })

  it('says that a log is whole, to admins', async () => {
    const { head, entries } = await verify()
    const whole = { isWhole: true, from: 1, entries, head, broken: null }
    expect((await check('admin')).body.data).toEqual(whole)
    expect((await check('editor')).body.error?.code).toBe('ROLE_REQUIRED')
    const empty = await app.session(await app.org())
    const { body } = await app.api('GET', '/org/audit/verify', { token: empty })
    expect(body.data).toMatchObject({ isWhole: true, entries: 0, broken: null })
  })

  it('names the first entry that is not as it was written', async () => {
    tamper("UPDATE audit_entry SET actor_id = 'nobody' WHERE seq = 3 AND {org}")
    expect((await check()).body.data).toMatchObject({
      isWhole: false,
      entries: 2,
      broken: { number: 3, id: expect.stringMatching(/^aud_/) },
    })
  })
})

it('begins behind an entry that it trusts, where it is told one', async () => {
  tamper("UPDATE audit_entry SET actor_id = 'nobody' WHERE seq = 2 AND {org}")
  const db = app.app.services.context.tenant(org.id)
  expect((await verifyAudit(db, { after: 2 })).broken).toBeUndefined()
  expect((await verifyAudit(db, { after: 1 })).broken).toMatchObject({ number: 2 })
})

it('the log says once a day where the audit logs end', async () => {
  const told = () =>
    app.logs.filter((line) => line.includes('"auditHeads"') && line.includes(org.id))
  const { maintenance } = app.app.services
  const hour = async () => {
    app.clock.advance({ hours: 1 })
    maintenance.hourly()
    await maintenance.onIdle()
  }
  for (let i = 0; i < 24; i++) await hour()
  expect(told()).toHaveLength(1)
  const { entries, head } = await verify()
  expect(told()[0]).toContain(`${org.id} ${entries}:${head}`)
})

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
