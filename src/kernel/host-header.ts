import type { IncomingMessage } from 'node:http'
import { ServiceError } from './errors.ts'

/** A proxy may go by one of two Host headers and we by the other (RFC 9112 3.2). Throws BAD_REQUEST. */
export function assertOneHost(request: Pick<IncomingMessage, 'rawHeaders'>): void {
  if (countHosts(request) < 2) return
  throw new ServiceError('BAD_REQUEST', 'The request has more than one header Host')
}

export const hasOneHost = (request: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  countHosts(request) === 1

function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
