import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { inspectData, rollupDifferences, storedEvents } from '../testing/stored-events.ts'
import { storedBytes } from '../testing/stored-bytes.ts'

const EMAIL = 'anna@example.com'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'citable-cli-'))
})

afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const cli = (...args: string[]): Promise<CliRun> => runCli(directory, args)
const json = ({ out, code, err }: CliRun) => {
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Record<string, unknown>
}

describe('citable migrate', () => {
  it('creates the schema, and says when there is nothing to do', async () => {
    expect(await cli('migrate')).toEqual({
      code: 0,
      out: expect.stringMatching(/^Applied 0001-init, 0002-events/),
      err: '',
    })
    expect(json(await cli('migrate', '--json'))).toEqual({ migrated: [] })
  })
})

describe('citable owner create and key create', () => {
  it('create a person who can sign in, and keys that work', async () => {
    const owner = json(
      await cli('owner', 'create', '--email', ' Anna@Example.com ', '--plan', 'pro', '--json'),
    )
    expect(owner).toMatchObject({ email: EMAIL, plan: 'pro' })
    const key = json(await cli('key', 'create', '--json'))
    const { keys } = json(
      await cli('key', 'create', '--count', '3', '--scopes', 'sites:read, sites:write', '--json'),
    ) as {
      keys: { key: string }[]
    }
    expect(new Set(keys.map((made) => made.key)).size).toBe(3)

    await using app = await TestApp.start({ directory })
    const body = { email: EMAIL, password: owner['password'] }
    const signedIn = await app.api('POST', '/auth/sign-in', { body })
    expect(signedIn.body.data).toMatchObject({ orgId: owner['orgId'] })
    for (const token of [String(key['key']), ...keys.map((made) => made.key)]) {
      expect((await app.api('GET', '/sites', { token })).status).toBe(200)
      expect(storedBytes(directory).includes(token)).toBe(false)
    }
    expect(storedBytes(directory).includes(String(owner['password']))).toBe(false)
  })

  it('take a password from standard input and do not show it', async () => {
    const password = 'a passphrase from elsewhere'
    const args = ['owner', 'create', '--email', EMAIL, '--password-stdin']
    const made = await runCli(directory, args, `${password}\n`)
    expect(made.code).toBe(0)
    expect(made.out).not.toContain(password)
    await using app = await TestApp.start({ directory })
    const signedIn = await app.api('POST', '/auth/sign-in', { body: { email: EMAIL, password } })
    expect(signedIn.status).toBe(200)
  })

  it('refuse invalid input with a reason', async () => {
    await cli('owner', 'create', '--email', EMAIL, '--plan', 'free')
    const refusals: [string, string[]][] = [
      [`${EMAIL} has an account already`, ['owner', 'create', '--email', EMAIL]],
      [`${EMAIL} has an account already`, ['owner', 'create', '--email', EMAIL, '--org', 'B']],
      ['API keys need the Pro plan or higher', ['key', 'create']],
      ['There is no organization org_x', ['key', 'create', '--org', 'org_x']],
      ['sites:fly is no scope', ['key', 'create', '--scopes', 'sites:fly']],
      ['--count must be a number from 1 to 1000', ['key', 'create', '--count', '0']],
    ]
    for (const [message, args] of refusals) {
      const { code, out, err } = await cli(...args)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain(message)
      expect(err).not.toMatch(/\n\s+at /)
    }
  })
})

describe('invalid arguments', () => {
  it.each([
    ["Unknown option '--nonsense'", ['migrate', '--nonsense']],
    ["'--email <value>' argument missing", ['owner', 'create', '--email']],
    ['--email needs an address', ['owner', 'create']],
    ['--email needs an address', ['owner', 'create', '--email', 'anna']],
    ['--plan must be one of free, pro', ['owner', 'create', '--email', EMAIL, '--plan', 'gold']],
    ['Usage: npx citable events import FILE --site SITE', ['events', 'import']],
    ['--site needs the id or domain of the site', ['events', 'import', '-']],
    ['FILE is missing', ['events', 'import', '--site', 'site_x']],
    ['--email needs an address', ['owner', 'create', '--email=']],
    ['--email was given twice', ['owner', 'create', '--email', EMAIL, '--email', EMAIL]],
    ['There is no place for now', ['migrate', 'now']],
    ["Unknown option '--scope'; did you mean --scopes?", ['key', 'create', '--scope', '*']],
    ["Option '--json' does not take an argument", ['migrate', '--json=1']],
    ['--count must be a number from 1 to 1000', ['key', 'create', '--count', '1e2']],
    ['--max-pages must be a number from 1 on', ['scan', 'https://a.example/', '--max-pages', '0']],
  ])('fail with "%s" and exit 1: %j', async (message, args) => {
    const { code, out, err } = await cli(...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(message)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('citable events import', () => {
  const line = (fields: Record<string, unknown>) =>
    JSON.stringify({
      kind: 'pageview',
      url: 'https://example.com/guide',
      at: '2021-10-01T09:00:00Z',
      visitor: 'r1',
      ...fields,
    })

  async function makeSite(): Promise<string> {
    await using app = await TestApp.start({ directory })
    return await app.site(await app.key(await app.org()))
  }

  const importing = (file: string, site: string) =>
    cli('events', 'import', file, '--site', site, '--json')

  it('imports valid lines, reports invalid ones, and counts repeated lines once', async () => {
    const site = await makeSite()
    const file = join(directory, 'history.ndjson')
    const good = [
      line({ eventId: 'a' }),
      line({
        eventId: 'b',
        kind: 'question',
        question: 'Mail a.b@mail.example?',
        target: 'claude',
      }),
      line({ eventId: 'c', at: '2021-10-02T23:30:00+02:00', country: 'DE', device: 'mobile' }),
    ]
    const bad = [
      '{',
      line({ eventId: 'd', at: 'yesterday' }),
      line({ eventId: 'e', zz: 1 }),
      line({ eventId: 'f', at: '2999-01-01T00:00:00Z' }),
      line({ eventId: 'g', url: 'https://evil.test/' }),
      line({ eventId: 'h', title: '\0' }),
    ]
    writeFileSync(file, [...good, '', good[0], ...bad].join('\r\n'))
    const first = await importing(file, site)
    expect(first.code).toBe(1)
    expect(JSON.parse(first.out)).toEqual({
      accepted: 3,
      duplicates: 1,
      rejected: 6,
      problems: [
        'line 6: no JSON',
        expect.stringMatching(/^line 7: at: /),
        'line 8: zz: Unknown field',
        'line 9: at: lies in the future',
        'line 10: hostname',
        'line 11: Contains NUL',
      ],
    })
    expect(inspectData(directory, storedEvents)).toMatchObject([
      { kind: 'question', engine: 'claude', country: null },
      { kind: 'pageview', path: '/guide' },
      { kind: 'pageview', country: 'DE', device: 'mobile' },
    ])
    expect(inspectData(directory, rollupDifferences)).toEqual([])
    expect(
      inspectData(directory, (db) => db.prepare('SELECT text FROM question').pluck().all()),
    ).toEqual(['Mail [email]?'])

    writeFileSync(file, good.join('\n'))
    expect(json(await importing(file, site))).toMatchObject({ accepted: 0, duplicates: 3 })
    expect(inspectData(directory, rollupDifferences)).toEqual([])
  })

  it('reads standard input, and says when there is no such file', async () => {
    const site = await makeSite()
    const args = ['events', 'import', '-', '--site', site]
    expect(await runCli(directory, args, line({ eventId: 'a' }))).toEqual({
      code: 0,
      out: '1 event taken in, 0 were there already, 0 rejected.\n',
      err: '',
    })
    const missing = await importing(join(directory, 'nowhere.ndjson'), site)
    expect(missing.code).toBe(1)
    expect(missing.err).toMatch(/^Cannot read .*nowhere.ndjson/)
  })
})
