import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { iso, systemClock } from '../lib/time/clock.ts'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

const EMAIL = 'anna@example.com'
const PASSWORD = 'a long enough passphrase'

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]) => runCli(data.path, args)

/** Finds the link that a command prints, and the token in the link. */
const linkIn = (out: string) => /^ {2}(http\S+#(ctbo_\w{49}))$/m.exec(out) ?? []

/** Starts the service at the time of the command, which has the clock of the machine. */
const serve = () => TestApp.start({ directory: data.path, startAt: iso(systemClock()) })

describe('citable setup', () => {
  it('prints a link that makes the owner, and refuses when there is one', async () => {
    const { code, out, err } = await runCli(data.path, ['setup'], '', {
      PUBLIC_URL: 'https://citable.example/',
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [, link = '', token = ''] = linkIn(out)
    expect(link).toBe(`https://citable.example/app/setup#${token}`)
    expect(out).toContain('curl -s https://citable.example/api/v1/auth/setup ')
    await using app = await serve()
    const body = { token, email: EMAIL, password: PASSWORD, organization: 'Tides' }
    const made = await app.api('POST', '/auth/setup', { body })
    expect(made.status).toBe(201)
    const refused = await cli('setup')
    expect({ ...refused, err: '' }).toEqual({ code: 1, out: '', err: '' })
    expect(refused.err).toContain('npx citable owner reset-password --link --email ADDRESS')
  })
})

describe('citable owner reset-password --link', () => {
  it('prints a link that sets a password, and changes nothing by itself', async () => {
    const owner = await runCli(
      data.path,
      ['owner', 'create', '--email', EMAIL, '--password-stdin', '--json'],
      `${PASSWORD}\n`,
    )
    const { orgId } = JSON.parse(owner.out) as { orgId: string }
    const { out } = await cli('owner', 'reset-password', '--email', EMAIL, '--link')
    const [, link = '', token = ''] = linkIn(out)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/reset-password#/)
    await using app = await serve()
    const signIn = async (password: string) =>
      (await app.api('POST', '/auth/sign-in', { body: { email: EMAIL, password } })).status
    expect(await signIn(PASSWORD)).toBe(200)
    const password = 'quite another passphrase'
    const body = { token, password }
    expect((await app.api('POST', '/auth/password/reset', { body })).status).toBe(200)
    expect([await signIn(PASSWORD), await signIn(password)]).toEqual([401, 200])
    const entries = auditEntries(data.path, orgId).map(({ action, actor_id: by }) => [action, by])
    expect(entries.slice(0, 2)).toEqual([
      ['owner.create', 'cli'],
      ['password.link', 'cli'],
    ])
  })

  it('refuses a password beside it, and one that is too short without it', async () => {
    await cli('owner', 'create', '--email', EMAIL)
    const reset = ['owner', 'reset-password', '--email', EMAIL, '--password-stdin']
    expect(await runCli(data.path, [...reset, '--link'], PASSWORD)).toMatchObject({
      code: 1,
      err: '--link takes no password: the person sets one\n',
    })
    expect(await runCli(data.path, reset, 'elevenchars')).toMatchObject({
      code: 1,
      err: 'The password needs 12 to 256 characters\n',
    })
  })
})
