import { isRecord } from '../../lib/json/is-record.ts'
import type { Read } from './client-document.ts'

const MAX_KEYS = 20
/** Matches a modulus of 2,048 to 4,096 bits, in base64url: with a longer one a check would take long. */
const MODULUS = /^[\w-]{342,683}$/
/** Matches an exponent of up to 32 bits, in base64url. */
const EXPONENT = /^[\w-]{1,6}$/
const COORDINATE = /^[\w-]{43}$/
const MAX_KID_CHARS = 500

/** A public key that can check an assertion. */
export type PublicKey =
  | { kty: 'RSA'; n: string; e: string; kid?: string }
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid?: string }

export interface KeySet {
  keys: PublicKey[]
}

/**
 * Reads the RSA and P-256 keys of a JSON Web Key Set (RFC 7517); keys that are not for checking signatures are left
 * out.
 */
export function readKeySet(document: unknown): Read<KeySet> {
  const keys = isRecord(document) ? document['keys'] : undefined
  if (!Array.isArray(keys)) return { refused: 'it is no set of keys' }
  if (keys.length > MAX_KEYS) return { refused: `it has more than ${MAX_KEYS} keys` }
  return { value: { keys: keys.flatMap((key: unknown) => readKey(key) ?? []) } }
}

function readKey(key: unknown): PublicKey | undefined {
  if (!isRecord(key) || key['use'] === 'enc') return undefined
  const { kty, crv, n, e, x, y, kid } = key
  const named = typeof kid === 'string' && kid.length <= MAX_KID_CHARS ? { kid } : {}
  if (kty === 'RSA' && isText(n, MODULUS) && isText(e, EXPONENT)) return { kty, n, e, ...named }
  const isOfCurve = kty === 'EC' && crv === 'P-256'
  if (isOfCurve && isText(x, COORDINATE) && isText(y, COORDINATE)) {
    return { kty, crv, x, y, ...named }
  }
  return undefined
}

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)
