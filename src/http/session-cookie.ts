import type { IncomingMessage } from 'node:http'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { Surface } from '../kernel/door/surface.ts'
import { tokenFamily } from '../kernel/credentials/tokens.ts'
import type { HttpExchange } from '../kernel/wire/http-exchange.ts'
import { isRecord } from '../lib/json/is-record.ts'
import { isLoopbackHost } from '../lib/web/is-loopback-host.ts'
import { parseUrl } from '../lib/web/parse-url.ts'
import type { HttpServices } from './http-services.ts'

const SECURE = '__Host-citable'
const PLAIN = 'citable'

/** The credential of a request, in the form of the header Authorization. */
export interface SentCredential {
  authorization: string | undefined
  by: 'header' | 'cookie'
}

/**
 * Reads the credential of a request: the header Authorization, or else the session in our cookie, which counts only on
 * the API and where the browser says that a page of this very origin sent the request. Other sites can make a browser
 * send the cookie, but cannot make it say this.
 */
export function sentCredential(
  request: IncomingMessage,
  publicUrl: string,
  surface: Surface,
): SentCredential {
  const { authorization, cookie, 'sec-fetch-site': site } = request.headers
  const isTaken = authorization === undefined && surface === 'api' && site === 'same-origin'
  const token = isTaken ? cookieIn(cookie, nameFor(request, publicUrl)) : undefined
  if (token === undefined || tokenFamily(token) !== 'session')
    return { authorization, by: 'header' }
  return { authorization: `Bearer ${token}`, by: 'cookie' }
}

/**
 * Returns the name of the session's cookie. A browser keeps a `__Host-` cookie from other hosts and from plain http.
 * This machine has no https, so its cookie has no such prefix; a server that is reached by https reads no cookie that
 * another host could have set.
 */
const nameFor = ({ headers }: IncomingMessage, publicUrl: string): string => {
  const host = parseUrl(`http://${headers.host ?? ''}`)?.hostname ?? ''
  return !publicUrl.startsWith('https:') && isLoopbackHost(host) ? PLAIN : SECURE
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Puts a session into the cookie until the session ends; null takes the cookie away. */
export function keepSession(
  { app, publicUrl }: Pick<HttpServices, 'app' | 'publicUrl'>,
  { request, headers }: HttpExchange,
  session: { token: string; expiresAt: string } | null,
): void {
  const name = nameFor(request, publicUrl)
  const lastsMs = session ? Date.parse(session.expiresAt) - app.now() : 0
  const seconds = Math.max(0, Math.floor(lastsMs / 1_000))
  headers['Set-Cookie'] =
    `${name}=${session?.token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${name === SECURE ? '; Secure' : ''}`
}

/**
 * Returns the session's token from the cookie of a request for a page. It counts where a person opens the page, which
 * only shows something, and where a form of this very origin is sent.
 */
export function sessionOfPage(request: IncomingMessage, publicUrl: string): string | undefined {
  const { cookie, 'sec-fetch-dest': to, 'sec-fetch-site': site } = request.headers
  const isOpened = request.method === 'GET' && to === 'document'
  if (!isOpened && site !== 'same-origin') return undefined
  const token = cookieIn(cookie, nameFor(request, publicUrl))
  return token !== undefined && tokenFamily(token) === 'session' ? token : undefined
}

interface Answered {
  operation: Pick<Operation, 'access'> & { http: HttpBinding }
  output: unknown
  body: unknown
  by: SentCredential['by']
}

/**
 * Sets or clears the cookie as the binding says; returns the output, with null in place of a token that the cookie
 * has.
 */
export function settleCookie(
  { app, publicUrl }: Pick<HttpServices, 'app' | 'publicUrl'>,
  exchange: HttpExchange,
  { operation: { http, access }, output, body, by }: Answered,
): unknown {
  if (http.cookie === undefined) return output
  const services = { app, publicUrl }
  if (http.cookie === 'clear' && by === 'cookie') keepSession(services, exchange, null)
  // The operation has checked that a page of this server sends the request. An operation that changes a session keeps
  // it where it is.
  const isWanted =
    access.by === 'public' ? isRecord(body) && body['cookie'] === true : by === 'cookie'
  if (http.cookie !== 'set' || !isWanted || !isSession(output)) return output
  keepSession(services, exchange, output)
  return { ...output, token: null }
}

const isSession = (output: unknown): output is { token: string; expiresAt: string } =>
  typeof output === 'object' &&
  output !== null &&
  'token' in output &&
  typeof output.token === 'string' &&
  'expiresAt' in output &&
  typeof output.expiresAt === 'string'
