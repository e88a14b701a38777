import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { FetchError } from './fetch-error.ts'
import { mendAnswers } from './mend-answers.ts'
import { endpointOf, vetAddress, type UrlPolicy } from './url-policy.ts'

/** Resolves a name to all of its addresses in the order in which they are tried; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** Resolves a name by the system's resolver: its hosts file first, then DNS. */
export const systemResolve: Resolve = (hostname) =>
  lookup(hostname, { all: true, order: 'verbatim' })

export interface ConnectorOptions {
  policy: UrlPolicy
  resolve: Resolve
  connectTimeoutMs: number
  /** Certificate authorities in PEM, trusted instead of Node's. */
  ca?: string | undefined
}

/**
 * The milliseconds after which the next address of a name is tried: Node's default of 250 ms gives up on hosts that
 * are merely far away.
 */
const NEXT_ADDRESS_AFTER_MS = 1_000

type Vet = (address: string) => FetchError | undefined

/**
 * Opens the connections of one origin, only to addresses that the policy permits. Checked before connecting: the
 * literal, or all addresses of the name; and after: the address that was reached. A name is resolved once for each
 * connection, so that the checked address is the one connected to; TLS still checks the certificate against the name.
 */
export function guardedConnector(
  origin: URL,
  { policy, resolve, connectTimeoutMs, ca }: ConnectorOptions,
): buildConnector.connector {
  const endpoint = endpointOf(origin)
  const vet: Vet = (address) => {
    const refusal = vetAddress(address, endpoint, policy)
    return refusal && new FetchError(refusal.code, refusal.reason)
  }
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    lookup: vettedLookup(resolve, vet),
    ...(ca !== undefined && { ca }),
  })
  return (target, done) => {
    // Node connects to a literal without a lookup.
    const refusal = isIP(target.hostname) === 0 ? undefined : vet(target.hostname)
    if (refusal !== undefined) return process.nextTick(done, refusal, null)
    return connect(target, (...[error, socket]) => {
      if (error !== null) return done(error, null)
      const late = vet(socket.remoteAddress ?? '')
      if (late === undefined) {
        mendAnswers(socket)
        return done(null, socket)
      }
      socket.destroy()
      return done(late, null)
    })
  }
}

/** Makes a lookup function for sockets that returns checked addresses: one refused address refuses the name. */
function vettedLookup(resolve: Resolve, vet: Vet): LookupFunction {
  const vettedAddresses = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname).catch((cause: unknown) => {
      throw new FetchError('DNS_FAILED', 'The host name cannot be resolved', { cause })
    })
    if (addresses.length === 0) throw new FetchError('DNS_FAILED', 'The host name has no address')
    for (const { address } of addresses) {
      const refusal = vet(address)
      if (refusal !== undefined) throw refusal
    }
    return [...addresses]
  }
  const answer = callbackify(vettedAddresses)
  return (hostname, { all }, done) =>
    answer(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return done(error, [])
      return all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
}
