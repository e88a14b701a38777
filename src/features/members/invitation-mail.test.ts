import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { DataFolder } from '../../testing/data-folder.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'

let smtp: SmtpServer
let app: TestApp
let org: TestOrg
let token: string

beforeAll(async () => {
  smtp = await SmtpServer.start()
  app = await TestApp.start({
    environment: { ...smtp.environment, PUBLIC_URL: 'https://citable.example.com' },
  })
})

beforeEach(async () => {
  app.clock.advance({ days: 1 })
  org = await app.org('self_hosted', 'Tea & Coast')
  token = await app.session(org)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const mailed = async () => {
  await app.app.services.context.mailer?.onIdle()
  return smtp.received
}
const invite = (email: string, { as = token, headers = {} } = {}) =>
  app.api('POST', '/org/invitations', { token: as, body: { email, role: 'editor' }, headers })
const stateOf = async (email: string) => {
  const { body } = await app.api('GET', '/org/invitations?limit=100', { token })
  const all = body.data as unknown as { email: string; mail?: string }[]
  return all.find((one) => one.email === email)?.mail
}
const outcomesOf = async (emails: readonly string[], as = token) => {
  const outcomes: unknown[] = []
  for (const email of emails) outcomes.push((await invite(email, { as })).body.data['mail'])
  return outcomes
}

it('the link of an invitation is in its mail, and nowhere else', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await invite('Ben@example.com', { headers })
  expect(first.status).toBe(201)
  expect(first.body.data).toMatchObject({ link: null, mailed: true, mail: 'waiting' })
  const [message] = (await mailed()).slice(-1)
  expect(message).toMatchObject({
    to: ['ben@example.com'],
    headers: { subject: 'Invitation to Tea & Coast' },
  })
  const text = message?.text ?? ''
  expect(text).toContain('https://citable.example.com/app/accept-invitation#ctbo_')
  expect(text).toContain('POST https://citable.example.com/api/v1/auth/invitations/accept')
  expect(text).toContain('as editor')
  const secret = /#(ctbo_\w{49})/.exec(text)?.[1] ?? 'none'
  const replay = await invite('Ben@example.com', { headers })
  expect(replay.status).toBe(201)
  expect(replay.headers.get('idempotent-replayed') ?? 'true').toBe('true')
  const list = await app.api('GET', '/org/invitations', { token })
  expect(list.body.data).toMatchObject([{ email: 'ben@example.com', mail: 'sent' }])
  const shown = JSON.stringify([
    first.body,
    replay.body,
    list.body,
    auditEntries(app.directory, org.id),
  ])
  for (const place of [shown, app.logs.join('')]) expect(place).not.toContain(secret)
  expect(storedBytes(app.directory).includes(secret)).toBe(false)
  expect(app.logs.join('').toLowerCase()).not.toContain('ben@example.com')
  expect(await mailed()).toHaveLength(1)
})

it('a refused invitation mails nobody', async () => {
  const before = smtp.received.length
  const free = await app.session(await app.org('free'))
  expect((await invite('eve@example.com', { as: free })).status).toBe(409)
  expect(await mailed()).toHaveLength(before)
})

describe('what one mailbox gets', () => {
  it.each([
    ['the same again', ['anna@one.example', 'anna@one.example', 'anna@one.example']],
    ['in capitals', ['Anna@two.example', 'ANNA@TWO.EXAMPLE', ' anna@two.Example ']],
    ['with details', ['anna+a@three.example', 'anna@three.example', 'Anna+b+c@three.example']],
    ['by a letter that folds to k', ['k@four.example', '\u212a@four.example', 'K+x@four.example']],
  ])('is three invitations in ten minutes, %s, over all organizations', async (_, emails) => {
    const other = await app.session(await app.org('self_hosted'))
    const [, domain = ''] = (emails[0] ?? '').toLowerCase().split('@')
    const more = `${emails[0]?.toLowerCase().slice(0, 1)}+more@${domain}`
    expect(await outcomesOf(emails)).toEqual(['waiting', 'waiting', 'waiting'])
    const before = (await mailed()).length
    const wanted = emails[0]?.startsWith('k') ? more : `anna+more@${domain}`
    const dropped = await invite(wanted)
    expect(dropped.status).toBe(201)
    expect(dropped.body.data).toMatchObject({ link: null, mailed: false, mail: 'limit_reached' })
    expect(await stateOf(wanted)).toBe('limit_reached')
    expect(await outcomesOf([wanted], other)).toEqual(['limit_reached'])
    expect(await mailed()).toHaveLength(before)
    // Another mailbox of the domain, and one whose dots differ, get their own invitations.
    expect(await outcomesOf([`ben@${domain}`, `an.na@${domain}`])).toEqual(['waiting', 'waiting'])
    app.clock.advance({ minutes: 10 })
    token = await app.session(org)
    expect(await outcomesOf([wanted])).toEqual(['waiting'])
  })

  it('is ten invitations a day, and resets that are counted apart', async () => {
    const outcomes: unknown[] = []
    for (let i = 0; i < 5; i++) {
      outcomes.push(...(await outcomesOf(Array.from({ length: 3 }, () => 'anna@day.example'))))
      app.clock.advance({ minutes: 11 })
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 10 }, () => 'waiting'),
      ...Array.from({ length: 5 }, () => 'limit_reached'),
    ])
    const { body } = await app.api('GET', '/org/members', { token })
    const [{ email } = { email: '' }] = body.data as unknown as { email: string }[]
    await outcomesOf([email, email, email].map((one) => one.replace('@', '+x@')))
    const before = (await mailed()).length
    for (let i = 0; i < 4; i++) {
      const answer = await app.api('POST', '/auth/password/forgot', { body: { email } })
      expect([answer.status, answer.body.data]).toEqual([202, { mail: true }])
    }
    expect(await mailed()).toHaveLength(before + 3)
  })
})

it('what was mailed counts after a restart, and a message that was not sent says so', async () => {
  using folder = new DataFolder()
  const directory = folder.path
  const startAt = '2026-11-20T12:00:00.000Z'
  const first = await TestApp.start({ directory, startAt, environment: smtp.environment })
  const owner = await first.session(await first.org('self_hosted'))
  const ask = async (server: TestApp, email: string) => {
    const body = { email, role: 'viewer' }
    const answer = await server.api('POST', '/org/invitations', { token: owner, body })
    return answer.body.data['mail']
  }
  for (let i = 0; i < 3; i++) expect(await ask(first, 'kit@again.example')).toBe('waiting')
  await first[Symbol.asyncDispose]()
  await using refusing = await SmtpServer.start({ refuses: '550 no' })
  await using second = await TestApp.start({
    directory,
    startAt: '2026-11-20T12:01:00.000Z',
    environment: refusing.environment,
  })
  expect(await ask(second, 'kit@again.example')).toBe('limit_reached')
  expect(await ask(second, 'no@again.example')).toBe('waiting')
  await second.app.services.context.mailer?.onIdle()
  // Leaves the invitation as a killed process would.
  onFile(second, (file) =>
    file.prepare(`UPDATE invitation SET mail = 'waiting' WHERE email LIKE 'kit%'`).run(),
  )
  second.clock.advance({ hours: 2 })
  const list = await second.api('GET', '/org/invitations', { token: owner })
  const states = (list.body.data as unknown as { email: string; mail: string }[]).map(
    ({ email, mail }) => `${email} ${mail}`,
  )
  expect(states.toSorted()).toEqual(['kit@again.example failed', 'no@again.example failed'])
})
