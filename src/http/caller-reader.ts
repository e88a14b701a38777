import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ClientAddressResolver } from '../auth/client-address.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import { assignedCountry } from '../domain/events/countries.ts'
import { newId } from '../domain/ids.ts'
import { assertOneHost } from '../kernel/wire/host-header.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Caller } from '../kernel/door/caller.ts'
import { disconnectSignalOf } from './disconnect-signal.ts'

/** Reads from a request the facts that operations may know of their caller; each request gets a `req_` id. */
export class CallerReader {
  readonly #addresses: ClientAddressResolver
  readonly #countryHeader: string | undefined
  readonly #now: Clock

  constructor(addresses: ClientAddressResolver, countryHeader: string | undefined, now: Clock) {
    this.#addresses = addresses
    this.#countryHeader = countryHeader
    this.#now = now
  }

  /** Makes the request id and the address for bytes of a peer that could not be read as a request. */
  ofPeer(peer: string): Pick<Caller, 'requestId' | 'address'> {
    const address = this.#addresses.clientAddress(peer, undefined)
    return { requestId: newId('req', this.#now()), address }
  }

  read(request: IncomingMessage, response: ServerResponse): Caller {
    const { headers } = request
    const peer = request.socket.remoteAddress ?? ''
    return {
      requestId: newId('req', this.#now()),
      address: this.#addressOf(headers, peer),
      userAgent: headers['user-agent'],
      origin: headers.origin,
      referer: headers.referer,
      country: this.#country(request, peer),
      isOwnPage: headers['sec-fetch-site'] === 'same-origin',
      optedOut: headers['sec-gpc'] === '1' || headers['dnt'] === '1',
      disconnectSignal: disconnectSignalOf(response),
    }
  }

  #addressOf(headers: IncomingHttpHeaders, peer: string): string {
    const list = single(headers['x-forwarded-for'])
    return this.#addresses.clientAddress(peer, list, single(headers.forwarded))
  }

  /** Reads the country of a reader from the header of a trusted proxy; any other sender may invent the header. */
  #country({ headers }: IncomingMessage, peer: string): string | undefined {
    if (this.#countryHeader === undefined || !this.#addresses.trusts(peer)) return undefined
    return assignedCountry(single(headers[this.#countryHeader]) ?? '')
  }
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

/** Throws BAD_REQUEST for a request of HTTP/1.1 that does not name its host exactly once (RFC 9112 3.2). */
export function assertHost(request: IncomingMessage): void {
  const { headers, httpVersion } = request
  assertOneHost(request)
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ServiceError('BAD_REQUEST', 'The request lacks the header Host')
  }
}
