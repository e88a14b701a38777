import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../domain/ids.ts'
import { addPerson } from '../../testing/add-person.ts'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let smtp: SmtpServer
let app: TestApp
/** The promise for which the mail server waits before it answers. */
let gate: Promise<void>
let begin: () => void

beforeAll(async () => {
  smtp = await SmtpServer.start({ begins: () => gate })
  app = await TestApp.start({ environment: { ...smtp.environment, TRUST_PROXY: '1' } })
})

beforeEach(() => {
  gate = new Promise((resolve) => (begin = resolve))
})

afterEach(async () => {
  begin()
  await app.app.services.context.mailer?.onIdle()
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const invite = async (token: string, email: string) =>
  (await app.api('POST', '/org/invitations', { token, body: { email, role: 'viewer' } })).body.data
const forgot = async (email: string, from: string) => {
  const headers = { 'x-forwarded-for': from }
  const {
    status,
    body,
    headers: sent,
  } = await app.api('POST', '/auth/password/forgot', {
    body: { email },
    headers,
  })
  return { status, data: body.data, headers: [...sent.keys()] }
}

it('one organization fills its own places alone, organizations take turns, and resets go first', async () => {
  const busy = await app.session(await app.org('self_hosted'))
  const calm = await app.session(await app.org('self_hosted'))
  const person = await addPerson(app)
  const outcomes: unknown[] = []
  for (let i = 0; i < 30; i++) {
    outcomes.push((await invite(busy, `n${i}@busy.example`))['mail'])
  }
  expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'waiting'))
  expect(outcomes.slice(-5)).toEqual(Array.from({ length: 5 }, () => 'queue_full'))
  expect(await invite(calm, 'anna@calm.example')).toMatchObject({ mailed: true, mail: 'waiting' })
  expect((await forgot(person.email, '192.0.2.1')).status).toBe(202)
  const { body } = await app.api('GET', '/org/invitations?limit=100', { token: busy })
  const list = body.data as unknown as { email: string; mail: string }[]
  expect(list.find(({ email }) => email === 'n29@busy.example')?.mail).toBe('queue_full')
  begin()
  await app.app.services.context.mailer?.onIdle()
  const order = smtp.received.map(({ to }) => to.join())
  const taken = outcomes.filter((one) => one === 'waiting').length
  expect(order).toHaveLength(taken + 2)
  // Two messages were under way before, so that the reset is the next, and the calm organization has its turn after one
  // message of the busy one.
  expect(order.indexOf(person.email)).toBeLessThan(5)
  expect(order.indexOf('anna@calm.example')).toBeLessThan(7)
})

it('what owners are told of a role makes no reset wait, and finds a place beside invitations', async () => {
  const org = await app.org('self_hosted')
  const owner = await app.session(org)
  for (let i = 0; i < 5; i++) {
    const now = app.clock.now()
    const id = newId('usr', now)
    await app.app.services.database.accounts.addMember(
      { id, email: `${id}@owners.example`, password_hash: '', created_at: now },
      { org_id: org.id, user_id: id, role: 'owner' },
    )
  }
  const admin = await app.session(org, 'admin')
  await app.api('POST', '/keys', { token: admin, body: { scopes: ['*'] } })
  const { body } = await app.api('GET', '/org/members', { token: owner })
  const list = body.data as unknown as { id: string; role: string }[]
  const member = list.find(({ role }) => role === 'admin')
  for (let i = 0; i < 25; i++) await invite(owner, `m${i}@owners.example`)
  const removed = await app.api('DELETE', `/org/members/${member?.id}`, { token: owner })
  expect(removed.status).toBe(200)
  const person = await addPerson(app)
  await forgot(person.email, '192.0.2.7')
  const before = smtp.received.length
  begin()
  await app.app.services.context.mailer?.onIdle()
  const sent = smtp.received.slice(before)
  expect(sent.findIndex(({ to }) => to.includes(person.email))).toBeLessThan(5)
  expect(sent.filter(({ text }) => text.includes('no member any more'))).toHaveLength(6)
})

it('a reset is answered alike for nobody, beyond the limit of a mailbox, and where the queue is full', async () => {
  const people = []
  for (let i = 0; i < 36; i++) people.push(await addAccount(i))
  const [first = ''] = people
  const known = await forgot(first, '192.0.2.1')
  const nobody = await forgot('nobody@example.com', '192.0.2.2')
  for (let i = 0; i < 2; i++) await forgot(first, '192.0.2.3')
  const limited = await forgot(first, '192.0.2.4')
  for (const [i, email] of people.slice(1).entries()) {
    for (let n = 0; n < 3; n++) await forgot(email, `192.0.3.${i}`)
  }
  expect(app.logs.join('')).toContain('a message was not taken')
  const full = await forgot(await addAccount(99), '192.0.2.5')
  for (const answer of [nobody, limited, full]) expect(answer).toEqual(known)
})

/** Makes an organization and returns the email address of its owner, whose password is not hashed. */
async function addAccount(i: number): Promise<string> {
  const { userId } = await app.org('pro', `No. ${i}`)
  return `${userId}@example.com`
}
