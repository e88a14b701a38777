import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIXES = {
  key: 'ctbk_',
  session: 'ctbs_',
  partner: 'ctbp_',
  oauthAccess: 'ctba_',
  oauthRefresh: 'ctbr_',
  oauthCode: 'ctbc_',
  oneTime: 'ctbo_',
} as const

export type TokenFamily = keyof typeof PREFIXES

const FAMILY_BY_LETTER = new Map<string, TokenFamily>([
  ['k', 'key'],
  ['s', 'session'],
  ['p', 'partner'],
  ['a', 'oauthAccess'],
  ['r', 'oauthRefresh'],
  ['c', 'oauthCode'],
  ['o', 'oneTime'],
])

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_CHARS = 43 // 62^43 is the first power of 62 above 2^256
const CHECKSUM_CHARS = 6 // 62^6 is the first one above 2^32
const SIGNED_CHARS = PREFIXES.key.length + BODY_CHARS
/** The number of characters of every credential. */
export const TOKEN_CHARS = SIGNED_CHARS + CHECKSUM_CHARS

const SHAPE = /^ctb[ksparco]_[0-9A-Za-z]{49}$/

/** The pattern that finds our credentials in text, for secret scanners; `tokenFamily` then tells real ones apart. */
export const LEAK_PATTERN = /\bctb[ksparco]_[0-9A-Za-z]{49}\b/

/**
 * Makes a new credential of 54 characters: prefix, 256 random bits in base62, CRC-32 of both in base62. `random` is 32
 * bytes; only tests pass it.
 */
export function mintToken(family: TokenFamily, random: Uint8Array = randomBytes(32)): string {
  const body = encodeBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), BODY_CHARS)
  const signed = PREFIXES[family] + body
  return signed + encodeBase62(BigInt(crc32(signed)), CHECKSUM_CHARS)
}

/**
 * Returns the family of a well-formed credential, whose prefix, length, alphabet and checksum are right; undefined for
 * any other text. It does not tell whether the credential exists, and lets surfaces refuse junk without a query.
 */
export function tokenFamily(text: string): TokenFamily | undefined {
  if (text.length !== TOKEN_CHARS || !SHAPE.test(text)) return undefined
  if (crc32(text.slice(0, SIGNED_CHARS)) !== decodeChecksum(text)) return undefined
  return FAMILY_BY_LETTER.get(text.charAt(3))
}

/** Returns the SHA-256 of the whole credential: 256 random bits cannot be guessed, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Masks a credential for showing and storing it: `ctbk_AbCd…wXyZ`; `…` alone for any other length. */
export function maskToken(token: string): string {
  if (token.length !== TOKEN_CHARS) return '…'
  return `${token.slice(0, 9)}…${token.slice(-4)}`
}

/** True for a text that `maskToken` makes, and for the spellings of its dots in terminals and mails. */
export const isShortened = (text: string): boolean =>
  /^ctb[ksparco]_[0-9A-Za-z]{4}[^0-9A-Za-z]{1,3}[0-9A-Za-z]{4}$/.test(text)

function encodeBase62(value: bigint, chars: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n)
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits
  return digits.padStart(chars, '0')
}

function decodeChecksum(token: string): number {
  let value = 0
  for (let i = SIGNED_CHARS; i < TOKEN_CHARS; i++) value = value * 62 + digitAt(token, i)
  return value
}

function digitAt(token: string, index: number): number {
  const code = token.charCodeAt(index)
  if (code <= 57) return code - 48 // 0-9
  if (code <= 90) return code - 55 // A-Z
  return code - 61 // a-z
}
