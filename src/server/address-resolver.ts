import { ClientAddressResolver } from '../auth/client-address.ts'
import type { Logger } from '../lib/logger.ts'
import type { Config } from './config.ts'
import { deriveKey } from './secret-key.ts'

/**
 * Makes the resolver of clients' addresses from the settings. The names that stand for addresses are made with a key
 * of their own.
 */
export function addressResolver(
  { trustProxy, forwardedHeader }: Config,
  secret: Buffer,
  log: Logger,
): ClientAddressResolver {
  // Such a proxy passes the other header on unchanged, so a client could choose its address by sending it.
  const warn = () =>
    log.warn(
      { setting: 'FORWARDED_HEADER', meant: 'Forwarded' },
      'a proxy sends Forwarded and no X-Forwarded-For, and the setting does not say which counts',
    )
  return new ClientAddressResolver(
    trustProxy,
    deriveKey(secret, 'addresses'),
    forwardedHeader,
    warn,
  )
}
