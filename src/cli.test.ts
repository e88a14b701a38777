import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from './testing/data-folder.ts'
import { TestApp } from './testing/start-test-app.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => {
  data[Symbol.dispose]()
})

async function citable(args: string[], input = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: `sqlite:${data.file}` },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined) // a command that takes no input may be gone already
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, out, err }
}

const json = async (args: string[], input?: string) => {
  const { code, out, err } = await citable([...args, '--json'], input)
  return { code, err, data: JSON.parse(out) as Record<string, unknown> }
}

const PASSWORD = 'correct horse battery'

const createOwner = () =>
  json(['owner', 'create', '--email', 'Ada@example.com', '--password-stdin'], PASSWORD)

const line = (eventId: string, fields: object = {}) =>
  JSON.stringify({
    eventId,
    kind: 'impression',
    url: '/a',
    at: '2026-01-02T03:04:05Z',
    visitor: 'v',
    ...fields,
  })

describe('citable', () => {
  it('makes an owner who can sign in, and keys that work', async () => {
    const owner = await createOwner()
    expect(owner).toMatchObject({
      code: 0,
      data: { email: 'ada@example.com', plan: 'self_hosted' },
    })
    const made = await json(['key', 'create', '--count', '2', '--scopes', 'sites:read org:read'])
    const keys = (made.data['keys'] as { key: string }[]).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)

    await using app = await TestApp.start({ directory: data.path })
    for (const token of keys) {
      expect((await app.api('GET', '/sites', { token })).status).toBe(200)
    }
    const body = { email: 'ada@example.com', password: PASSWORD }
    expect((await app.api('POST', '/auth/sign-in', { body })).status).toBe(200)
  })

  it('refuses a second account with the same address', async () => {
    await createOwner()
    const again = await citable(['owner', 'create', '--email', 'ada@example.com'])
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('ada@example.com has an account already')
  })

  it('brings the schema up to date, once', async () => {
    expect((await json(['migrate'])).data['migrated']).toHaveLength(2)
    expect((await json(['migrate'])).data['migrated']).toEqual([])
  })

  it('imports good lines once, and names the bad ones', async () => {
    const { siteId } = await data.setUp()
    const lines = [
      line('one'),
      '{"kind":',
      line('two', { colour: 'red' }),
      line('one'),
      line('three', { at: '2999-01-01T00:00:00Z' }),
      '',
      line('four', { url: 'https://elsewhere.example/' }),
    ].join('\n')
    const first = await json(['events', 'import', '-', '--site', siteId], lines)
    expect(first).toMatchObject({ code: 1, data: { accepted: 1, duplicates: 1, rejected: 4 } })
    expect(first.data['problems']).toEqual([
      'line 2: no JSON',
      'line 3: colour: Unknown field',
      'line 5: at: lies in the future',
      'line 7: hostname',
    ])
    const again = await json(['events', 'import', '-', '--site', siteId], line('one'))
    expect(again).toMatchObject({ code: 0, data: { accepted: 0, duplicates: 1, rejected: 0 } })
    expect(data.storedPaths()).toEqual(['/a'])
  })

  it.each([
    [[], 'Usage:'],
    [['owner'], 'Usage:'],
    [['owner', 'create'], '--email needs an address'],
    [['owner', 'create', '--email', 'a@b.example', '--plan', 'gold'], '--plan must be one of'],
    [['owner', 'create', '--colour', 'red'], 'Usage: citable owner create'],
    [['key', 'create'], 'Name the organization with --org'],
    [['key', 'create', '--org', 'org_none'], 'There is no organization org_none'],
    [['events', 'import'], 'Usage: citable events import'],
    [['events', 'import', 'none.ndjson', '--site', 'site_none'], 'There is no site site_none'],
  ])('exits with 1 and says what was wrong: %j', async (args, message) => {
    const { code, out, err } = await citable(args)
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toContain(message)
    expect(err).not.toMatch(/\n\s+at /)
  })
})
