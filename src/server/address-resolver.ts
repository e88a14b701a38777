import { ClientAddressResolver } from '../auth/client-address.ts'
import type { Config } from './config.ts'
import { deriveKey } from './secret-key.ts'

/** Reads addresses as the settings say; their names are made with a key of their own. */
export function addressResolver(
  { trustProxy, forwardedHeader }: Config,
  secret: Buffer,
): ClientAddressResolver {
  return new ClientAddressResolver(trustProxy, deriveKey(secret, 'addresses'), forwardedHeader)
}
