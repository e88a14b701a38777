import { describe, expect, it } from 'vitest'
import { createLogger } from '../lib/logger.ts'
import { SmtpServer } from '../testing/smtp-server.ts'
import { greetMailServer, SmtpMailer } from './smtp-mailer.ts'
import { parseMailbox, parseSmtpUrl } from './smtp-settings.ts'

const LINK =
  'https://citable.example/app/reset#ctbo_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM'
const MAIL = { to: 'anna@example.com', subject: 'A new password', text: `Open ${LINK}\n` }

/** Makes a mailer, and the lines that it logs. */
function mailerAt(port: number, limits: { timeoutMs?: number; stopTimeoutMs?: number } = {}) {
  const logs: string[] = []
  const log = createLogger('debug', { write: (line) => logs.push(line) })
  const server = parseSmtpUrl(`smtp://127.0.0.1:${port}`)
  const from = parseMailbox('Citable <citable@example.com>')
  const mailer = new SmtpMailer({ server, from, ...limits }, log)
  return { mailer, logs }
}

async function sentLogs(port: number, timeoutMs = 10_000): Promise<string> {
  const { mailer, logs } = mailerAt(port, { timeoutMs })
  expect(mailer.send(MAIL)).toBe(true)
  await mailer.onIdle()
  return logs.join('')
}

describe('mail', () => {
  it('arrives as it was written, from the sender of the settings', async () => {
    await using server = await SmtpServer.start()
    const { mailer, logs } = mailerAt(server.port)
    expect(mailer.send({ ...MAIL, text: `Grüße: ${LINK}\r\n.` })).toBe(true)
    await mailer.onIdle()
    expect(server.received).toMatchObject([
      { from: 'citable@example.com', to: ['anna@example.com'], text: `Grüße: ${LINK}\r\n.` },
    ])
    expect(server.received[0]?.headers).toMatchObject({
      from: 'Citable <citable@example.com>',
      to: 'anna@example.com',
      subject: 'A new password',
      'auto-submitted': 'auto-generated',
    })
    expect(logs.join('')).toContain('a message was sent')
    for (const secret of ['anna', LINK]) expect(logs.join('')).not.toContain(secret)
  })

  it('has one line of subject and one recipient, whatever is in them', async () => {
    await using server = await SmtpServer.start()
    const { mailer } = mailerAt(server.port)
    mailer.send({ ...MAIL, subject: 'Join\r\nBcc: eve@example.com\u2028now' })
    mailer.send({ ...MAIL, to: 'anna@example.com, eve@example.com' })
    mailer.send({ ...MAIL, to: 'anna@example.com>\r\nRCPT TO:<eve@example.com' })
    await mailer.onIdle()
    const [first] = server.received
    expect(first?.headers['subject']).toBe('Join Bcc: eve@example.com now')
    expect(first?.headers['bcc']).toBeUndefined()
    const recipients = server.received.flatMap(({ to }) => to)
    expect(recipients).not.toContain('eve@example.com')
  })

  it('that the server refuses is logged by its number, without what the server says', async () => {
    await using server = await SmtpServer.start({ refuses: '550 no anna@example.com here' })
    const logs = await sentLogs(server.port)
    expect(logs).toContain('"answer":550')
    for (const secret of ['anna', LINK, 'here']) expect(logs).not.toContain(secret)
  })

  it('gives up a server that says nothing, and one that is not there', async () => {
    const server = await SmtpServer.start({ isSilent: true })
    expect(await sentLogs(server.port, 50)).toContain('"code":"TIMEOUT"')
    await server[Symbol.asyncDispose]()
    expect(await sentLogs(server.port)).toContain('"code":"ESOCKET"')
  })

  it('holds up a stop for a moment only, whatever waits', async () => {
    await using server = await SmtpServer.start({ isSilent: true })
    const { mailer, logs } = mailerAt(server.port, { stopTimeoutMs: 50 })
    for (let i = 0; i < 20; i++) mailer.send(MAIL)
    await mailer[Symbol.asyncDispose]()
    expect(logs.filter((line) => line.includes('"code":"CANCELLED"'))).toHaveLength(20)
  })

  it('is refused when too much waits, and when it is too long', async () => {
    await using server = await SmtpServer.start()
    const { mailer } = mailerAt(server.port)
    expect(mailer.send({ ...MAIL, text: 'x'.repeat(20_001) })).toBe(false)
    const taken = Array.from({ length: 110 }, () => mailer.send(MAIL))
    expect(taken.filter(Boolean).length).toBeLessThan(110)
    await mailer.onIdle()
    expect(server.received).toHaveLength(taken.filter(Boolean).length)
  })
})

describe('the health of mail', () => {
  it('is that of the last message', async () => {
    const server = await SmtpServer.start()
    const { mailer } = mailerAt(server.port)
    expect(mailer.health()).toEqual({ status: 'ok' })
    await server[Symbol.asyncDispose]()
    mailer.send(MAIL)
    await mailer.onIdle()
    expect(mailer.health()).toEqual({
      status: 'degraded',
      reason: 'the last message could not be sent',
    })
  })

  it('a greeting needs a mail server that answers, and sends nothing', async () => {
    const server = await SmtpServer.start()
    const settings = parseSmtpUrl(`smtp://127.0.0.1:${server.port}`)
    expect(await greetMailServer(settings, 5_000)).toBeUndefined()
    expect(server.received).toEqual([])
    await server[Symbol.asyncDispose]()
    expect(await greetMailServer(settings, 5_000)).toBe('ESOCKET')
  })
})

describe('SMTP_URL', () => {
  it('insists on encryption where a password crosses a network', () => {
    expect(parseSmtpUrl('smtp://mail.example')).toMatchObject({ port: 587, requireTLS: false })
    expect(parseSmtpUrl('smtp://a:b@mail.example')).toMatchObject({ requireTLS: true })
    expect(parseSmtpUrl('smtp://a:b@localhost:25')).toMatchObject({ port: 25, requireTLS: false })
    expect(parseSmtpUrl('smtps://a:b@[::1]')).toMatchObject({
      host: '::1',
      port: 465,
      secure: true,
    })
  })

  it.each(['mail.example', 'smtp://', 'http://mail.example', 'smtp://a:%ff@b'])(
    'takes no %s',
    (text) => {
      expect(() => parseSmtpUrl(text)).toThrow(/^must /)
    },
  )

  it.each(['Citable', 'a@b@c', 'a@b, c@d', 'A <a@b>\r\nBcc: <c@d>', '"A" <a@b>'])(
    'takes no sender %j',
    (text) => {
      expect(() => parseMailbox(text)).toThrow(/^must look like/)
    },
  )
})
