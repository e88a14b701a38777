import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askMcp } from '../../testing/ask-mcp.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { joinOrg } from '../../testing/join-org.ts'
import { changeRole } from '../../testing/maker.ts'
import { grantOf } from '../../testing/oauth-grant.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let mail: SmtpServer
let app: TestApp
let org: TestOrg
let owner: string

beforeAll(async () => {
  mail = await SmtpServer.start()
  app = await TestApp.start({ environment: mail.environment })
})

beforeEach(async () => {
  org = await app.org()
  owner = await app.session(org)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const grant = (userId: string) => grantOf(app, org, { resource: '/mcp/data', userId })
const opens = async (key: string) =>
  (await askMcp(app, { server: 'data', key }, 'tools/list')).status

describe('a grant of a person', () => {
  it('ends as they leave, is told to who removed them and to owners, and others’ stay', async () => {
    const viewer = await joinOrg(app, org, 'viewer')
    const [theirs, kept] = [await grant(viewer.userId), await grant(org.userId)]
    expect([await opens(theirs.token), await opens(kept.token)]).toEqual([200, 200])
    const { body } = await changeRole(app, owner, viewer, undefined)
    expect([await opens(theirs.token), await opens(kept.token)]).toEqual([401, 200])
    const { keyId: id } = theirs
    const client = { name: 'Assistant', host: 'assistant.example' }
    expect(body.data).toMatchObject({ ended: { keysRevoked: 1, keys: [{ id, client }] } })
    expect(auditEntries(app.directory, org.id).slice(-2)).toMatchObject([
      { action: 'key.revoke', target_id: id, detail: '{"because":"member.remove"}' },
      { action: 'member.remove', target_id: viewer.id },
    ])
    await app.app.services.context.mailer?.onIdle()
    const told = mail.received.at(-1)?.text
    expect(told).toContain(`- 1 key revoked: ${id} (of an assistant)`)
  })

  it('stays as it is under a role that reads as much', async () => {
    const admin = await joinOrg(app, org, 'admin')
    const { token } = await grant(admin.userId)
    const { body } = await changeRole(app, owner, admin, 'viewer')
    expect(body.data).toMatchObject({ ended: { keysNarrowed: 0, keysRevoked: 0 } })
    expect(await opens(token)).toBe(200)
  })

  it('ends with the role of an admin where only admins connect assistants', async () => {
    const admin = await joinOrg(app, org, 'admin')
    await app.api('PUT', '/org', { token: owner, body: { assistants: { who: 'admins' } } })
    const { token, keyId: id } = await grant(admin.userId)
    const { body } = await changeRole(app, owner, admin, 'editor')
    expect(body.data).toMatchObject({ ended: { keysRevoked: 1, keys: [{ id, scopes: [] }] } })
    expect(await opens(token)).toBe(401)
  })
})
