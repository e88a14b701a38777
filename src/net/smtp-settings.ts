import { parseUrl } from '../lib/web/parse-url.ts'
import { isLoopbackHost } from '../lib/web/is-loopback-host.ts'

/** A mail server, and how much of the connection has to be encrypted. */
export interface MailServer {
  host: string
  port: number
  /** True for encryption from the first byte; otherwise STARTTLS is used, where the server offers it. */
  secure: boolean
  /** True where nothing is sent without encryption. */
  requireTLS: boolean
  auth: { user: string; pass: string } | undefined
}

/** The sender of messages: a name and an address. */
export interface Mailbox {
  name: string
  address: string
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/** Reads `smtp://user:password@host:port` or `smtps://…`. Throws an Error that repeats nothing of a wrong one. */
export function parseSmtpUrl(text: string): MailServer {
  const url = parseUrl(text)
  const port = PORTS[url?.protocol ?? '']
  if (!url || port === undefined || url.hostname === '' || url.search + url.hash !== '') {
    throw new Error('must look like smtp://user:password@mail.example.com:587, or smtps://…')
  }
  const { hostname } = url
  const auth =
    url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) }
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    // A password is never sent over a network in the clear, even where an attacker on the way hides that the server can
    // encrypt.
    requireTLS: auth !== undefined && !isLoopbackHost(hostname),
    auth,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new Error('must have user and password percent-encoded', { cause: error })
  }
}

/** The pattern of a name, without characters that have a meaning in a header, before an address in angle brackets. */
const NAMED = /^([^<>"\p{Cc}]{1,100})<([^\s<>]+)>$/u
const ADDRESS = /^[^\s<>@,;:"()[\]\\\p{Cc}]{1,64}@[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/iu

/** Reads `Citable <citable@example.com>`, or an address alone. Throws an Error for any other text. */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = ''] = NAMED.exec(text) ?? ['', '', text]
  if (!ADDRESS.test(address)) {
    throw new Error('must look like Citable <citable@example.com>, or citable@example.com')
  }
  return { name: name.trim(), address }
}
