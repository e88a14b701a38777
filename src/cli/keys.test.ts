import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askMcp } from '../testing/ask-mcp.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { grantOf } from '../testing/oauth-grant.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { countStoredRows } from '../testing/stored-events.ts'

let data: DataFolder
let orgId: string

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  orgId = (await app.org('pro')).id
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)

async function make(...args: string[]): Promise<{ id: string; key: string }> {
  const { out } = await cli('key', 'create', '--json', ...args)
  return JSON.parse(out) as { id: string; key: string }
}

describe('citable key create --count', () => {
  it('creates all of them or none', async () => {
    await make()
    const full = 'The plan pro has at most 10 keys, and there'
    const { code, out, err } = await cli('key', 'create', '--count', '50')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`${full} is 1, so 9 more fit, not 50; revoke some, or make fewer\n`)
    expect(countStoredRows(data.path, 'api_key')).toBe(1)
    expect(auditEntries(data.path, orgId)).toHaveLength(1)

    expect((await cli('key', 'create', '--count', '9')).code).toBe(0)
    expect(countStoredRows(data.path, 'api_key')).toBe(10)
    expect((await cli('key', 'create')).err).toBe(`${full} are 10; revoke one\n`)
  })
})

describe('citable key list', () => {
  it('shows keys masked, newest first, and none that could be used', async () => {
    expect((await cli('key', 'list')).out).toBe(
      'There is no key; make one with: npx citable key create\n',
    )
    const first = await make('--name', 'reports \u001b[2J\n', '--scopes', 'sites:read org:read')
    const second = await make()
    await cli('key', 'revoke', first.id)
    const { keys } = JSON.parse((await cli('key', 'list', '--json')).out) as { keys: unknown[] }
    expect(keys).toMatchObject([
      { id: second.id, status: 'active', lastUsedAt: null },
      { id: first.id, status: 'revoked', scopes: ['sites:read', 'org:read'] },
    ])
    const { out } = await cli('key', 'list')
    const [head, ...rows] = out.trimEnd().split('\n')
    expect(head).toMatch(
      /^id +kind +key +name +client +state +created \(UTC\) +last used \(UTC\) +ends \(UTC\) +sites +scopes$/,
    )
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(
      /^key_\w+ +static +ctbk_\w{4}…\w{4} +reports \[2J +- +revoked +[\d-]+ [\d:]+ +never +never +all +sites:read org:read$/,
    )
    for (const { key } of [first, second]) expect(out).not.toContain(key)
  })
})

describe('citable key revoke', () => {
  it('stops a key at once, and says when it was already revoked', async () => {
    const { id, key } = await make()
    const made = await cli('key', 'revoke', id)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^Revoked key_\w+ \(ctbk_/) })
    const again = await cli('key', 'revoke', id)
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^key_\w+ \(ctbk_.*\) was revoked already, at [\d-]+ [\d:]+ UTC\.\n$/,
      ),
    })
    expect(JSON.parse((await cli('key', 'revoke', id, '--json')).out)).toMatchObject({
      id,
      wasRevoked: true,
    })
    expect(auditEntries(data.path, orgId)).toMatchObject([
      { action: 'key.create' },
      { action: 'key.revoke', actor_type: 'system', actor_id: 'cli', target_id: id },
    ])
    await using app = await TestApp.start({ directory: data.path })
    expect((await app.api('GET', '/sites', { token: key })).status).toBe(401)
  })

  it('says when there is no such key', async () => {
    const { code, err } = await cli('key', 'revoke', 'key_x')
    expect(code).toBe(1)
    expect(err).toBe(`Test has no key key_x in ${data.file}; npx citable key list has their ids\n`)
  })
})

describe('the grant of an assistant', () => {
  it('is listed with its client, and ended beside the server at its next call', async () => {
    await using app = await TestApp.start({ directory: data.path })
    const org = await app.org('business', 'Coast')
    const { token, keyId } = await grantOf(app, org, { resource: '/mcp/data' })
    const ask = async () => (await askMcp(app, { server: 'data', key: token }, 'tools/list')).status
    expect(await ask()).toBe(200)
    const { out } = await cli('key', 'list', '--org', org.id)
    expect(out).toMatch(/^key_\w+ +oauth +.* Assistant \(assistant\.example\) +active/m)
    const ended = await cli('key', 'revoke', keyId, '--org', org.id)
    expect(ended).toMatchObject({
      code: 0,
      out: `Revoked ${keyId} (a grant to assistant.example). It stopped working at once.\n`,
    })
    expect(await ask()).toBe(401)
  })
})

describe('citable key create with bounds', () => {
  it('narrows keys to sites, addresses and time', async () => {
    const site = JSON.parse((await cli('key', 'create', '--json', '--scopes', '*')).out) as {
      key: string
    }
    const siteId = await (async () => {
      await using app = await TestApp.start({ directory: data.path })
      return await app.site(site.key, { domain: 'coast.example' })
    })()
    const bounds = ['--sites', 'coast.example', '--ips', '192.0.2.0/24, ::1', '--expires', '90d']
    expect((await cli('key', 'create', ...bounds)).code).toBe(0)
    const { keys } = JSON.parse((await cli('key', 'list', '--json')).out) as { keys: unknown[] }
    expect(keys[0]).toMatchObject({
      siteIds: [siteId],
      allowedIps: ['192.0.2.0/24', '::1'],
      expiresAt: expect.any(String),
    })
  })

  it.each([
    [['--sites', 'nowhere.example'], 'Test has no site nowhere.example'],
    [['--sites', ','], '--sites needs 1 to 100 sites'],
    [['--ips', '10.0.0.0/99'], '--ips: Must be an IP address'],
    [['--expires', 'soon'], '--expires is a number of days'],
    [['--expires', '2020-01-01'], '--expires must be in the future'],
    [['--expires', '9999d'], '--expires is a number of days'],
  ])('refuses %j', async (args, said) => {
    const { code, err } = await cli('key', 'create', ...args)
    expect([code, err]).toEqual([1, expect.stringContaining(said)])
    expect(countStoredRows(data.path, 'api_key')).toBe(0)
  })
})

describe('citable key rotate', () => {
  it('shows a new key with the same rights, and says when the old one ends', async () => {
    const { id, key } = await make('--scopes', 'org:read')
    const { code, out } = await cli('key', 'rotate', id, '--overlap-hours', '0')
    expect(code).toBe(0)
    expect(out).toMatch(/^ctbk_\w{49}\nShown this once\. It has the rights of key_\w+, which stops/)
    expect(out).not.toContain(key)
    const again = await cli('key', 'rotate', id)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('This key is expired') })
    const odd = await cli('key', 'rotate', id, '--overlap-hours', 'ten')
    expect(odd).toMatchObject({ code: 1, err: '--overlap-hours is a number from 0 to 168\n' })
  })
})
