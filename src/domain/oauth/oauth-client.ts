import { cleanText } from '../../protocol/ask/clean-text.ts'

/** The ways in which a client may prove that it is the one whose id it sends; `none` proves nothing. */
export const AUTH_METHODS = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const

export type AuthMethod = (typeof AUTH_METHODS)[number]

/** How an assertion of a client may be signed. */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const

/** A program that asks people for access to what they may read. */
export interface OauthClient {
  /** The address of its document, or an id that it was given. */
  id: string
  kind: 'document' | 'registered' | 'fixed'
  /** Foreign text, cleaned and at most 200 characters. */
  name: string | null
  redirectUris: readonly string[]
  /**
   * The methods by which it may prove itself: for a document those that both it and we know, for a registered client
   * its one.
   */
  methods: readonly AuthMethod[]
  /** The one that it prefers. */
  method: AuthMethod
  /** The address of its public keys. */
  jwksUri?: string | undefined
  /** Its public keys, as they stand in its document. */
  jwks?: unknown
}

const MAX_NAME_CHARS = 200
/** A name is cut to this length before it is cleaned: it may be full of characters that cleaning removes. */
const MAX_RAW_NAME = 2_000

/** The name that a client gives itself, as it may be shown; null where nothing is left of it. */
export function clientNameOf(raw: string): string | null {
  const letters = Array.from(cleanText(raw.slice(0, MAX_RAW_NAME).toWellFormed()))
  const name = letters.slice(0, MAX_NAME_CHARS).join('').trimEnd()
  return name === '' ? null : name
}
