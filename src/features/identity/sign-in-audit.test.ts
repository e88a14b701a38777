import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
})

afterAll(() => app[Symbol.asyncDispose]())

const signIn = (email: string, password: string, address = '192.0.2.1') =>
  app.api('POST', '/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  })

async function guess(email: string, times: number, address?: string): Promise<void> {
  for (let i = 0; i < times; i++) await signIn(email, `wrong ${i}`, address)
}

it('a sign-in is on the audit log of the organization that it is for', async () => {
  const { email, orgId } = await addPerson(app)
  const { body } = await signIn(email, PERSON_PASSWORD)
  const entries = auditEntries(app.directory, orgId)
  expect(entries).toMatchObject([
    { action: 'session.create', actor_type: 'user', request_id: body.meta.requestId },
  ])
  expect(JSON.stringify(entries)).not.toContain(body.data['token'])
  await signIn(email, 'wrong')
  expect(auditEntries(app.directory, orgId)).toHaveLength(1)
})

it('too many wrong passwords are on it once an hour, however many and from however many addresses', async () => {
  const { email, orgId } = await addPerson(app)
  const told = () => auditEntries(app.directory, orgId).map(({ action }) => action)
  await guess(email, 9)
  expect(told()).toEqual([])
  await guess(email, 5)
  expect(told()).toEqual(['session.refuse'])
  for (let i = 0; i < 5; i++) await guess(email, 10, `198.51.100.${i}`)
  await guess(email, 1, '203.0.113.1')
  app.clock.advance({ minutes: 16 })
  await guess(email, 11)
  expect(told()).toEqual(['session.refuse'])
  app.clock.advance({ minutes: 60 })
  await guess(email, 11)
  expect(told()).toEqual(['session.refuse', 'session.refuse'])
  const [first] = auditEntries(app.directory, orgId)
  expect(first).toMatchObject({ actor_type: 'system', actor_id: 'sign-in' })
})
