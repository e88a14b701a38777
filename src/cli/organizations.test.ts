import { existsSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { outboxEvents } from '../testing/outbox-events.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder

beforeEach(() => {
  data = DataFolder.migrated()
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli(...args, '--json')
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Record<string, unknown>
}

/** Creates an organization; returns its id. */
const make = async (email: string, ...rest: string[]): Promise<string> =>
  String((await json('owner', 'create', '--email', email, ...rest))['orgId'])

const refusal = (message: string): CliRun => ({ code: 1, out: '', err: `${message}\n` })

describe('citable owner create', () => {
  it('creates a second organization only when it is named, and no two with one name', async () => {
    const first = await make('anna@example.com', '--plan', 'pro')
    const existing = `  ${first}  anna@example.com  (plan pro)`
    expect(await cli('owner', 'create', '--email', 'ben@example.com')).toEqual(
      refusal(
        `There is an organization already in ${data.file}; --org NAME makes another one beside it:\n${existing}`,
      ),
    )
    const again = await cli('owner', 'create', '--email', 'anna@example.com')
    expect(again).toEqual(
      refusal(
        `anna@example.com has an account already; npx citable owner reset-password --email anna@example.com gives it a new password\nThere is an organization already in ${data.file}; --org NAME makes another one beside it:\n${existing}`,
      ),
    )
    const named = ['owner', 'create', '--email', 'ben@example.com', '--org']
    expect(await cli(...named, 'anna@example.com')).toEqual(
      refusal(`There is an organization of that name already in ${data.file}:\n${existing}`),
    )
    const second = await cli(...named, 'Ben & Co')
    expect(second.code).toBe(0)
    const { organizations } = await json('org', 'list')
    expect(organizations).toMatchObject([
      { id: first, name: 'anna@example.com', plan: 'pro' },
      { name: 'Ben & Co', plan: 'self_hosted', createdAt: expect.stringMatching(/Z$/) },
    ])
    const [, { id }] = organizations as [unknown, { id: string }]
    expect(second.out).toContain(`analytics:read" --org ${id}\n`)
  })
})

describe('the option --org', () => {
  it('takes an id, or a name that only one organization has', async () => {
    const first = await make('anna@example.com')
    const second = await make('ben@example.com', '--org', 'Ben & Co')
    for (const [org, id] of [
      [first, first],
      [second, second],
      ['Ben & Co', second],
    ]) {
      const made = await json('key', 'create', '--org', String(org))
      expect(auditEntries(data.path, String(id)).at(-1)).toMatchObject({ target_id: made['id'] })
    }
    const list = `  ${first}  anna@example.com  (plan self_hosted)\n  ${second}  Ben & Co  (plan self_hosted)`
    for (const command of [
      ['key', 'create'],
      ['key', 'list'],
      ['site', 'list'],
      ['scan', 'site_x'],
    ]) {
      expect(await cli(...command)).toEqual(
        refusal(`There are 2 organizations in ${data.file}; say which with --org ID:\n${list}`),
      )
    }
    expect(await cli('key', 'list', '--org', 'Ben')).toEqual(
      refusal(`There is no organization Ben in ${data.file}, which has:\n${list}`),
    )
  })

  it('refuses a name that several organizations have', async () => {
    {
      await using app = await TestApp.start({ directory: data.path })
      for (let i = 0; i < 2; i++) await app.org('pro', 'Twin')
    }
    const { code, err } = await cli('key', 'list', '--org', 'Twin')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^There are 2 organizations of that name in .*; say which with --org ID:\n(  org_\w+  Twin  \(plan pro\)\n){2}$/,
    )
  })
})

describe('citable org plan', () => {
  it('changes the plan, and tells of it in the audit log and in an event', async () => {
    const id = await make('anna@example.com', '--plan', 'pro')
    expect(await json('org', 'plan', 'business')).toEqual({
      orgId: id,
      plan: 'business',
      before: 'pro',
    })
    expect(await json('org', 'list')).toMatchObject({ organizations: [{ id, plan: 'business' }] })
    const told = () =>
      auditEntries(data.path, id).filter(({ action }) => action === 'org.change_plan')
    expect(told()).toMatchObject([
      { actor_type: 'system', detail: '{"before":"pro","after":"business"}', target_id: id },
    ])
    const { code, out } = await cli('org', 'plan', 'business')
    expect([code, out]).toEqual([0, `anna@example.com (${id}) is on the plan business already.\n`])
    expect(told()).toHaveLength(1)
    const plansTold = outboxEvents(data.path, id).map(({ event, payload }) => [
      event,
      payload['plan'],
      payload['status'],
    ])
    expect(plansTold).toEqual([
      ['subscription.updated', 'pro', 'active'],
      ['subscription.updated', 'business', 'active'],
    ])
    expect(await cli('org', 'plan', 'gold')).toEqual(
      refusal('PLAN must be one of free, pro, business, enterprise, self_hosted'),
    )
    expect(await json('audit', 'verify')).toMatchObject({})
  })
})

describe('citable org cancel', () => {
  it('ends a plan at a moment or at once; org resume and org plan take it back', async () => {
    const id = await make('anna@example.com', '--plan', 'pro')
    const state = (status: string, cancelled: boolean, until: unknown) => ({
      orgId: id,
      plan: 'pro',
      status,
      cancelled,
      until,
    })
    const moment = '2999-12-31T00:00:00.000Z'
    const cancelled = await json('org', 'cancel', '--until', '2999-12-31')
    expect(cancelled).toEqual(state('cancelled', true, moment))
    expect(await json('org', 'resume')).toEqual(state('active', false, null))
    expect(await cli('org', 'resume')).toEqual(refusal('The plan was not cancelled'))
    expect(await json('org', 'cancel')).toEqual(state('expired', true, expect.any(String)))
    const over = refusal('The plan has ended; put the organization on a plan again')
    expect(await cli('org', 'resume')).toEqual(over)
    expect(await cli('org', 'cancel')).toEqual(over)
    expect((await cli('org', 'plan', 'pro')).out).toBe(
      `anna@example.com (${id}) is on the plan pro again.\n`,
    )
    expect(await cli('org', 'cancel', '--until', '2001-01-01')).toEqual(
      refusal('--until must be in the future'),
    )
    expect(outboxEvents(data.path, id).map(({ payload }) => payload['status'])).toEqual([
      'active',
      'cancelled',
      'active',
      'expired',
      'active',
    ])
    const actions = auditEntries(data.path, id).map(({ action }) => action)
    expect(actions.filter((action) => action === 'org.change_plan')).toHaveLength(4)
  })
})

describe('the database of the command line', () => {
  it('is not created by commands that would find nothing in it', async () => {
    rmSync(data.file)
    for (const args of [
      ['key', 'create'],
      ['org', 'list'],
      ['site', 'delete', 'site_x', '--yes'],
      ['scan', 'https://example.com/'],
      ['rollups', 'verify'],
      ['events', 'import', '-', '--site', 'site_x'],
      ['owner', 'reset-password', '--email', 'anna@example.com'],
    ]) {
      expect(await cli(...args)).toEqual(
        refusal(
          `There is no database at ${data.file}; make one with npx citable owner create --email you@example.com, or set DATABASE_URL to where it is`,
        ),
      )
    }
    expect(existsSync(data.file)).toBe(false)
  })

  it('is named by commands that find no organization in it', async () => {
    await cli('migrate')
    const none = `There is no organization in ${data.file}; make one with: npx citable owner create --email you@example.com`
    for (const args of [
      ['key', 'create'],
      ['scan', 'https://example.com/'],
      ['site', 'list'],
    ]) {
      expect(await cli(...args)).toEqual(refusal(none))
    }
    expect(await cli('org', 'list')).toEqual({ code: 0, out: `${none}\n`, err: '' })
  })

  it('is named when a site is not in it', async () => {
    await make('anna@example.com')
    for (const args of [
      ['rollups', 'verify', '--site', 'site_x'],
      ['events', 'import', '-', '--site', 'site_x'],
    ]) {
      expect(await cli(...args)).toEqual(
        refusal(`There is no site site_x in ${data.file}; npx citable site list has their ids`),
      )
    }
  })
})

describe('citable owner reset-password', () => {
  it('sets a new password, ends the sessions, and writes an audit entry in each organization', async () => {
    const orgId = await make('anna@example.com')
    const { password: before } = await json(
      'owner',
      'reset-password',
      '--email',
      'anna@example.com',
    )
    await using app = await TestApp.start({ directory: data.path })
    const signIn = async (password: unknown) => {
      const body = { email: 'anna@example.com', password }
      return (await app.api('POST', '/auth/sign-in', { body })).body.data
    }
    const token = String((await signIn(before))['token'])
    const use = async () => (await app.api('GET', '/keys', { token })).status
    expect(await use()).toBe(200)

    const args = ['owner', 'reset-password', '--email', 'Anna@example.com', '--password-stdin']
    const password = 'another long passphrase'
    expect(await runCli(data.path, args, `${password}\n`)).toEqual({
      code: 0,
      out: 'anna@example.com has a new password; 1 session ended.\n',
      err: '',
    })
    expect(await use()).toBe(401)
    expect(await signIn(before)).not.toHaveProperty('token')
    expect(await signIn(password)).toMatchObject({ orgId })
    const entries = auditEntries(data.path, orgId).filter(({ actor_id: by }) => by === 'cli')
    const entry = { action: 'owner.reset_password', actor_type: 'system' }
    expect(entries).toMatchObject([{ action: 'owner.create' }, entry, entry])
  })

  it('asks which account is meant where an address has several, and makes proven owners beside them', async () => {
    const [first, second] = [
      await make('anna@example.com'),
      await make('ben@example.com', '--org', 'Two'),
    ]
    for (const org of [first, second]) {
      const invited = await json('member', 'invite', '--email', 'cleo@example.com', '--org', org)
      const token = String(invited['link']).split('#')[1]
      const startAt = new Date().toISOString() // the command line has the clock of this machine
      await using app = await TestApp.start({ directory: data.path, startAt })
      const body = { token, password: `at first in ${org}` }
      expect((await app.api('POST', '/auth/invitations/accept', { body })).status).toBe(200)
    }
    const reset = ['owner', 'reset-password', '--email', 'cleo@example.com']
    expect(await cli(...reset)).toEqual(
      refusal(
        `cleo@example.com has an account in each of several organizations; say which with --org ID: ${first}, ${second}`,
      ),
    )
    const { password } = await json(...reset, '--org', second)
    await make('cleo@example.com', '--org', 'Three')
    await using app = await TestApp.start({ directory: data.path })
    const signIn = async (typed: unknown) => {
      const body = { email: 'cleo@example.com', password: typed }
      return (await app.api('POST', '/auth/sign-in', { body })).body.data['orgId']
    }
    expect(await signIn(password)).toBe(second)
    expect(await signIn(`at first in ${first}`)).toBe(first)
  })

  it('says when there is no such person', async () => {
    await make('anna@example.com')
    const args = ['owner', 'reset-password', '--email', 'ben@example.com']
    expect(await cli(...args)).toEqual(
      refusal(`Nobody has an account with ben@example.com in ${data.file}`),
    )
  })
})
