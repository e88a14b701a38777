import type { DeliveryStatus } from '../../../domain/webhooks/delivery-status.ts'
import { FetchError, type FetchErrorCode } from '../../../net/fetch-error.ts'

/** What an error of the connection is called in the record; every URL that may not be fetched is `blocked`. */
const STATUSES: Readonly<Partial<Record<FetchErrorCode, DeliveryStatus>>> = {
  INVALID_URL: 'blocked',
  SCHEME_REFUSED: 'blocked',
  USERINFO_REFUSED: 'blocked',
  PORT_REFUSED: 'blocked',
  BLOCKED_ADDRESS: 'blocked',
  DNS_FAILED: 'dns',
  TLS_ERROR: 'tls',
  REFUSED: 'refused',
  UNREACHABLE: 'refused',
  RESET: 'reset',
  PROTOCOL_ERROR: 'reset',
  TOO_LARGE: 'reset',
  TIMEOUT: 'timeout',
}

/** What failed, in a word and in a sentence without any byte of the answer. Throws what no receiver can cause. */
export function failureOf(thrown: unknown): { status: DeliveryStatus; error: string } {
  const status = thrown instanceof FetchError ? STATUSES[thrown.code] : undefined
  if (!(thrown instanceof FetchError) || status === undefined) throw thrown
  return { status, error: thrown.message }
}
