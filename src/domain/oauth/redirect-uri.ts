import { isLoopbackHost } from '../../lib/web/is-loopback-host.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import type { OauthClient } from './oauth-client.ts'

const MAX_REDIRECT_CHARS = 1_000

/**
 * Matches an address of visible ASCII characters alone; `MISREAD` matches those of them that programs read in different
 * ways.
 */
const PLAIN = /^[!-~]+$/
const MISREAD = /[\\"<>^`{|}]/

/** Matches an address at which a program on the person's own computer listens, with its host, its port and the rest. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/

/**
 * Schemes of editors that are known to receive their codes by them. Any program may claim a scheme, so the wanted ones
 * are listed, and not the harmful ones.
 */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set([
  'cursor',
  'kiro',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
])

/** Says why an address cannot be registered for a client; undefined where it can. */
export function refuseRedirectUri(uri: string): string | undefined {
  if (uri.length > MAX_REDIRECT_CHARS) return `it has more than ${MAX_REDIRECT_CHARS} characters`
  if (!PLAIN.test(uri) || MISREAD.test(uri)) return 'it has characters that must be encoded'
  if (uri.includes('#')) return 'it has a fragment'
  const [, scheme, authority] = /^([a-z][a-z\d+.-]*):\/\/([^/?]+)/.exec(uri) ?? []
  if (scheme === undefined || authority === undefined || !parseUrl(uri)) {
    return 'it is no complete address'
  }
  return authority.includes('@') ? 'it has a user name' : refuseScheme(scheme, uri)
}

function refuseScheme(scheme: string, uri: string): string | undefined {
  if (scheme === 'https' || EDITOR_SCHEMES.has(scheme)) return undefined
  if (scheme !== 'http') return 'its scheme is none that codes are sent to'
  return isLoopbackUri(uri) ? undefined : 'plain http is for localhost, 127.0.0.1 and [::1] alone'
}

/**
 * Returns the redirect address to use: `sent` if it is one of the client's to the letter, or on loopback except for its
 * port (RFC 8252, 7.3); without `sent` the client's only address. Undefined else. The port is free for an IP address
 * and, for clients that are documents, for `localhost`; the two are different hosts.
 */
export function redirectOf(client: OauthClient, sent: string | undefined): string | undefined {
  const [only, ...others] = client.redirectUris
  if (sent === undefined) return others.length === 0 ? only : undefined
  if (client.redirectUris.includes(sent)) return sent
  if (refuseRedirectUri(sent) !== undefined) return undefined
  const wanted = withoutPort(sent, client)
  const isFound = client.redirectUris.some(
    (known) => wanted !== undefined && withoutPort(known, client) === wanted,
  )
  return isFound ? sent : undefined
}

/** Returns a loopback address without its port; undefined for any other address, and where the port is not free. */
function withoutPort(uri: string, { kind }: OauthClient): string | undefined {
  const [, host, , rest] = LOOPBACK.exec(uri) ?? []
  if (host === undefined || !isLoopbackUri(uri)) return undefined
  return host === 'localhost' && kind !== 'document' ? undefined : `http://${host}${rest}`
}

function isLoopbackUri(uri: string): boolean {
  const match = LOOPBACK.exec(uri)
  return match !== null && (match[2] === undefined || /^[1-9]/.test(match[2]))
}

/**
 * Returns the part of an address that a person is shown: its host with its port, with its scheme where that is an
 * editor's.
 */
export function hostOf(redirectUri: string): string {
  const url = parseUrl(redirectUri)
  return url && isOfWeb(url) ? url.host : (/^[^:]*:\/\/[^/?]*/.exec(redirectUri)?.[0] ?? '')
}

/**
 * Returns the name of a client in rules and lists: the host without its port, or the scheme of an editor, such as
 * `vscode:`.
 */
export function ruledHostOf(redirectUri: string): string {
  const url = parseUrl(redirectUri)
  return url && isOfWeb(url) ? url.hostname : (url?.protocol ?? '')
}

const isOfWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'

/**
 * True where a code is sent to a program on the person's own computer, by loopback or the scheme of an editor: any
 * program there may be that one.
 */
export function isLoopbackRedirect(uri: string): boolean {
  const url = parseUrl(uri)
  return url !== undefined && (!isOfWeb(url) || isLoopbackHost(url.hostname))
}
