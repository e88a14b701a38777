import { afterAll, beforeAll, expect, it } from 'vitest'
import { SmtpServer } from '../../testing/smtp-server.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let smtp: SmtpServer
let app: TestApp

beforeAll(async () => {
  smtp = await SmtpServer.start()
  app = await TestApp.start({ environment: { ...smtp.environment } })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

/** Matches the texts that mail programs turn into links: a character next to a joint that addresses have. */
const LINKABLE = /[^\s\u2060][./:@\\。．｡／：＠∕⁄․﹒﹕]|[./:@\\。．｡／：＠∕⁄․﹒﹕][^\s\u2060]/u

it.each([
  ['evil.example', 'evil\u2060.\u2060example'],
  [
    'https://evil.example/a',
    'https\u2060:\u2060/\u2060/\u2060evil\u2060.\u2060example\u2060/\u2060a',
  ],
  ['www.evil.example', 'www\u2060.\u2060evil\u2060.\u2060example'],
  ['mail eve@evil.example', 'mail eve\u2060@\u2060evil\u2060.\u2060example'],
  ['evil。example', 'evil\u2060。\u2060example'],
  ['evil．example／a', 'evil\u2060．\u2060example\u2060／\u2060a'],
  ['evil｡example∕a', 'evil\u2060｡\u2060example\u2060∕\u2060a'],
  ['file:\\\\evil', 'file\u2060:\u2060\\\u2060\\\u2060evil'],
  ['a\u202Eelpmaxe.live', 'a elpmaxe\u2060.\u2060live'],
  ['evil\u200B.example', 'evil \u2060.\u2060example'],
  ['Tea\r\nBcc: eve', 'Tea Bcc\u2060:\u2060 eve'],
  ['Tea & Coast, Inc', 'Tea & Coast, Inc'],
])('in a mail the name %j of an organization is no link', async (name, written) => {
  const token = await app.session(await app.org('self_hosted', name))
  const email = `anna@mail${smtp.received.length}.example`
  await app.api('POST', '/org/invitations', { token, body: { email, role: 'viewer' } })
  await app.app.services.context.mailer?.onIdle()
  const message = smtp.received.at(-1)
  const subject = decodeSubject(message?.headers['subject'] ?? '')
  expect(subject).toBe(`Invitation to ${written}`)
  expect(message?.text).toContain(`You are invited to ${written} as viewer`)
  expect(subject.slice('Invitation to '.length)).not.toMatch(LINKABLE)
})

/** Reads the encoded words of a header (RFC 2047). */
function decodeSubject(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, text: string) => {
      if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString('latin1')
      return text
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
    })
    .replace(/^[\s\S]*$/, (bytes) => Buffer.from(bytes, 'latin1').toString())
}
