import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuseConnecting } from '../../kernel/rights/may-connect.ts'
import { askMcp } from '../../testing/ask-mcp.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { joinOrg } from '../../testing/join-org.ts'
import { grantOf } from '../../testing/oauth-grant.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let owner: string

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org('business')
  owner = await app.session(org)
})

afterAll(() => app[Symbol.asyncDispose]())

const change = (assistants: unknown, headers: Record<string, string> = {}) =>
  app.api('PUT', '/org', { token: owner, body: { assistants }, headers })
const rules = async () => (await app.api('GET', '/org', { token: owner })).body.data['assistants']

/** Makes a grant to an assistant whose redirect address has this host. */
async function grantTo(host: string, userId = org.userId) {
  const made = await grantOf(app, org, { resource: '/mcp/data', userId })
  onFile(app, (file) =>
    file.prepare('UPDATE api_key SET client_host = ? WHERE id = ?').run(host, made.keyId),
  )
  return made
}
const opens = async ({ token: key }: { token: string }) =>
  (await askMcp(app, { server: 'data', key }, 'tools/list')).status
const endedIds = () =>
  auditEntries(app.directory, org.id)
    .filter(({ action }) => action === 'key.revoke')
    .map(({ target_id }) => target_id)

const lacks = (host: string) =>
  `This organization does not let assistants of ${host} connect; an admin can allow them`

describe('who may connect which assistants', () => {
  it('is everybody and any at first, and what an admin says from then on', async () => {
    expect(await rules()).toEqual({ who: 'members', hosts: null })
    const { body } = await change({ hosts: [' Claude.AI', 'vscode:', '[::1]', 'claude.ai'] })
    const hosts = ['claude.ai', 'vscode:', '[::1]']
    expect(body.data).toMatchObject({
      assistants: { who: 'members', hosts },
      version: 2,
      grantsEnded: 0,
    })
    await change({ who: 'admins' })
    expect(await rules()).toEqual({ who: 'admins', hosts })
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'org.update',
      detail: '{"assistants":{"who":"admins"}}',
    })
    expect((await change({ hosts: null }, { 'if-match': '"2"' })).status).toBe(412)
    await change({ hosts: null, who: 'members' }, { 'if-match': '"3"' })
    expect(await rules()).toEqual({ who: 'members', hosts: null })
  })

  it.each([
    [{ who: 'owners' }, 'assistants.who'],
    [{ hosts: 'claude.ai' }, 'assistants.hosts'],
    [{ hosts: ['https://claude.ai'] }, 'assistants.hosts[0]'],
    [{ hosts: ['claude.ai', 'localhost:3000'] }, 'assistants.hosts[1]'],
    [{ hosts: ['https:'] }, 'assistants.hosts[0]'],
    [{ hosts: ['*.claude.ai'] }, 'assistants.hosts[0]'],
    [{ hosts: ['a'.repeat(254)] }, 'assistants.hosts[0]'],
    [{ hosts: Array.from({ length: 51 }, (_, i) => `a${i}.example`) }, 'assistants.hosts'],
    [{ whom: 'members' }, 'assistants.whom'],
  ])('is not %j', async (assistants, path) => {
    const { status, body } = await change(assistants)
    expect(status).toBe(422)
    expect(body.error?.fields).toMatchObject([{ path, location: 'body' }])
    expect(await rules()).toEqual({ who: 'members', hosts: null })
  })

  it.each([
    ['members', null, 'viewer', 'claude.ai', ''],
    [
      'members',
      null,
      undefined,
      'claude.ai',
      'Only members of this organization may connect assistants',
    ],
    [
      'admins',
      null,
      'editor',
      'claude.ai',
      'Only admins of this organization may connect assistants; ask one of them',
    ],
    ['admins', null, 'admin', null, ''],
    ['members', '["claude.ai"]', 'owner', 'claude.ai', ''],
    ['members', '["claude.ai"]', 'owner', 'not.claude.ai', lacks('not.claude.ai')],
    ['members', '["claude.ai"]', 'owner', null, lacks('unknown hosts')],
    ['members', '[]', 'owner', 'vscode:', lacks('vscode:')],
  ] as const)('%s of %s, asked by the role %s for %s, says %s', (who, hosts, role, host, said) => {
    const reason = refuseConnecting(
      { assistants_who: who, assistants_hosts: hosts },
      { role, host },
    )
    expect(reason ?? '').toBe(said)
  })
})

describe('allowing less', () => {
  it('ends the grants to other hosts at once, and tells how many', async () => {
    const [claude, editor, other] = [
      await grantTo('claude.ai'),
      await grantTo('vscode:'),
      await grantTo('other.example'),
    ]
    const elsewhere = await grantOf(app, await app.org(), { resource: '/mcp/data' })
    const { body } = await change({ hosts: ['claude.ai', 'vscode:'] })
    expect(body.data).toMatchObject({ grantsEnded: 1 })
    expect(await Promise.all([claude, editor, other, elsewhere].map(opens))).toEqual([
      200, 200, 401, 200,
    ])
    expect(endedIds()).toEqual([other.keyId])
    expect((await change({ hosts: [] })).body.data).toMatchObject({ grantsEnded: 2 })
    expect(new Set(endedIds())).toEqual(new Set([other.keyId, claude.keyId, editor.keyId]))
  })

  it('ends the grants of people who are no admins, and none for a version that has passed', async () => {
    const [admin, viewer] = [await joinOrg(app, org, 'admin'), await joinOrg(app, org, 'viewer')]
    const [kept, ended] = [
      await grantTo('claude.ai', admin.userId),
      await grantTo('claude.ai', viewer.userId),
    ]
    expect((await change({ who: 'admins' }, { 'if-match': '"7"' })).status).toBe(412)
    expect(await opens(ended)).toBe(200)
    expect((await change({ who: 'admins' })).body.data).toMatchObject({ grantsEnded: 1 })
    expect([await opens(kept), await opens(ended)]).toEqual([200, 401])
  })
})
