import { afterAll, beforeAll, expect, it } from 'vitest'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let smtp: SmtpServer
let app: TestApp

beforeAll(async () => {
  smtp = await SmtpServer.start()
  app = await TestApp.start({
    environment: { ...smtp.environment, PUBLIC_URL: 'https://citable.example.com' },
  })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

it('an invitation is mailed to the invited address alone, with the link that was answered', async () => {
  const token = await app.session(await app.org('pro', 'Tea & Coast'))
  const body = { email: 'Ben@example.com', role: 'editor' }
  const { body: answer } = await app.api('POST', '/org/invitations', { token, body })
  expect(answer.data['mailed']).toBe(true)
  await app.app.services.context.mailer?.onIdle()
  const link = String(answer.data['link'])
  expect(smtp.received).toMatchObject([
    { to: ['ben@example.com'], headers: { subject: 'Invitation to Tea & Coast' } },
  ])
  const [{ text } = { text: '' }] = smtp.received
  expect(text).toContain(link)
  expect(text).toContain('POST https://citable.example.com/api/v1/auth/invitations/accept')
  expect(text).toContain('as editor')
  const logs = app.logs.join('')
  expect(logs).not.toContain(link.split('#')[1])
  expect(logs.toLowerCase()).not.toContain('ben@example.com')
})

it('a refused invitation mails nobody', async () => {
  const before = smtp.received.length
  const token = await app.session(await app.org('free'))
  const body = { email: 'eve@example.com', role: 'editor' }
  expect((await app.api('POST', '/org/invitations', { token, body })).status).toBe(409)
  await app.app.services.context.mailer?.onIdle()
  expect(smtp.received).toHaveLength(before)
})
