import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { SmtpServer } from '../testing/smtp-server.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder
let orgId: string
let siteId: string

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  const org = await app.org('pro')
  orgId = org.id
  siteId = await app.site(await app.key(org))
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)
const invite = (email: string, ...args: string[]) =>
  cli('member', 'invite', '--email', email, ...args)

describe('citable member', () => {
  it('invites by a link, which is taken by the server; lists and removes', async () => {
    const { code, out } = await invite(' Ben@Example.com', '--role', 'editor')
    expect(code).toBe(0)
    expect(out).toContain('Invited ben@example.com to Test as editor, until ')
    expect(out).toContain('/api/v1/auth/invitations/accept {"token": "…", "password": "…"}')
    const token = /#(ctbo_\w+)/.exec(out)?.[1]
    expect((await cli('member', 'list')).out).toMatch(/inv_\w+ +ben@example\.com +editor +invited/)
    {
      const startAt = new Date().toISOString() // the command line has the clock of this machine
      await using app = await TestApp.start({ directory: data.path, startAt })
      const body = { token, password: 'a long enough passphrase' }
      const joined = await app.api('POST', '/auth/invitations/accept', { body })
      expect(joined.status).toBe(200)
    }
    const listed = JSON.parse((await cli('member', 'list', '--json')).out) as {
      members: { email: string }[]
      invitations: unknown[]
    }
    expect(listed.members).toHaveLength(2)
    expect(listed.members).toContainEqual(
      expect.objectContaining({ email: 'ben@example.com', role: 'editor' }),
    )
    expect(listed.invitations).toEqual([])
    const removed = await cli('member', 'remove', 'BEN@example.com')
    expect(removed.out).toBe(
      'Removed ben@example.com (editor); their sessions here, keys and invitations ended.\n',
    )
    expect(auditEntries(data.path, orgId).at(-1)).toMatchObject({
      action: 'member.remove',
      actor_type: 'system',
      actor_id: 'cli',
    })
  })

  it('shows no link where mail is set up, and says what became of the mail', async () => {
    await using smtp = await SmtpServer.start()
    const member = ['member', 'invite', '--email', 'ben@example.com']
    const run = (environment: Record<string, string>) => runCli(data.path, member, '', environment)
    const { code, out } = await run(smtp.environment)
    expect([code, out]).toEqual([0, expect.stringContaining('given to the mail server')])
    expect(smtp.received[0]?.text).toMatch(/#ctbo_\w{49}/)
    await using refusing = await SmtpServer.start({ refuses: '550 no' })
    const refused = await run(refusing.environment)
    expect(refused.out).toContain('The mail was dropped (failed), so nobody has the link')
    expect((await cli('member', 'list')).out).toContain('invited, mail failed')
    await run(smtp.environment)
    const fourth = await run(smtp.environment)
    expect(fourth.out).toContain('The mail was dropped (limit_reached)')
    const shown = `${out}${refused.out}${refused.err}${fourth.out}${fourth.err}`
    expect(shown).not.toContain('ctbo_')
  })

  it('takes invitations back, and says what it does not find', async () => {
    await invite('ben@example.com')
    expect((await cli('member', 'remove', 'ben@example.com')).out).toBe(
      'Took the invitation of ben@example.com back.\n',
    )
    const again = await cli('member', 'remove', 'ben@example.com')
    expect([again.code, again.out]).toEqual([1, ''])
    expect(again.err).toContain('has no such member')
  })

  it.each([
    [['--email', 'ben'], '--email needs an address'],
    [['--email', 'ben@example.com', '--role', 'king'], '--role must be one of'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await cli('member', 'invite', ...args)
    expect(code).not.toBe(0)
    expect(err).toContain(message)
  })

  it('keeps to the seats of the plan, and to the last owner', async () => {
    for (let i = 0; i < 4; i++) expect((await invite(`p${i}@example.com`)).code).toBe(0)
    expect((await invite('late@example.com')).err).toContain('The plan pro has 5 seats')
    const { members } = JSON.parse((await cli('member', 'list', '--json')).out) as {
      members: { id: string }[]
    }
    const refused = await cli('member', 'remove', members[0]!.id)
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('The last owner stays'),
    ])
  })
})

describe('citable domain add', () => {
  it('is for plans with further domains, and needs no proof', async () => {
    const add = () => cli('domain', 'add', 'localhost', '--site', siteId)
    expect((await add()).err).toContain('Further domains of a site need the Enterprise plan')
    {
      await using app = await TestApp.start({ directory: data.path })
      await app.changePlan({ id: orgId }, 'self_hosted')
    }
    expect((await add()).out).toContain('localhost counts for the site')
    await using app = await TestApp.start({ directory: data.path })
    const { body } = await app.collect(siteId, [{ kind: 'impression', url: 'http://localhost/a' }])
    expect(body.data['accepted']).toBe(1)
  })
})
