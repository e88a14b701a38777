import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { ServiceError } from '../door/errors.ts'

type Request = Pick<IncomingMessage, 'rawHeaders'> &
  Partial<Pick<IncomingMessage, 'headers' | 'httpVersion'>>

const MAX_PORT = 65_535
const HOST = /^(?:\[(?<v6>[\da-f:.]+)\]|(?:[\w-]+\.)*[\w-]+\.?)(?::(?<port>\d{0,5}))?$/i

/**
 * Throws BAD_REQUEST for a version of HTTP that the service does not speak, and for a header Host that is invalid or
 * sent twice: a proxy and the service could each follow another Host (RFC 9112 3.2).
 */
export function assertOneHost(request: Request): void {
  const fault = hostFault(request)
  if (fault !== undefined) throw new ServiceError('BAD_REQUEST', fault)
}

/** Says why `assertOneHost` refuses a request; undefined for a request that it accepts. */
export function hostFault(request: Request): string | undefined {
  const { headers, httpVersion } = request
  if (httpVersion !== undefined && httpVersion !== '1.1' && httpVersion !== '1.0') {
    return 'The request is of no version of HTTP that is spoken here'
  }
  if (countHosts(request) > 1) return 'The request has more than one header Host'
  if (headers?.host !== undefined && !isHost(headers.host)) return 'The header Host holds no host'
  return undefined
}

let last = { text: '', isHost: false }

/**
 * True for a text that is a host name or an address, with a port if there is one. Most requests name the host of the
 * one before.
 */
function isHost(text: string): boolean {
  if (text !== last.text) last = { text, isHost: namesHost(text) }
  return last.isHost
}

function namesHost(text: string): boolean {
  const { v6, port = '' } = HOST.exec(text)?.groups ?? { port: 'none' }
  return port !== 'none' && Number(port) <= MAX_PORT && (v6 === undefined || isIPv6(v6))
}

function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
