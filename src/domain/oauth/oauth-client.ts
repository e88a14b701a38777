import { cleanText } from '../../protocol/ask/clean-text.ts'

/** The ways in which a client may prove that it is the one whose id it sends; `none` proves nothing. */
export const AUTH_METHODS = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const

export type AuthMethod = (typeof AUTH_METHODS)[number]

/** The algorithms by which a client may sign an assertion. */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256'] as const

/** A program that asks people for access to what they may read. */
export interface OauthClient {
  /** The address of the client's document, or the id that the client was given. */
  id: string
  kind: 'document' | 'registered' | 'fixed'
  /** The name that the client gives itself: foreign text, cleaned and at most 200 characters. */
  name: string | null
  redirectUris: readonly string[]
  /**
   * The methods by which the client may authenticate: those that both its document and we know, or the one method of a
   * registered client.
   */
  methods: readonly AuthMethod[]
  /** The method that the client prefers. */
  method: AuthMethod
  /** The address of the client's public keys. */
  jwksUri?: string | undefined
  /** The client's public keys, as they stand in its document. */
  jwks?: unknown
}

const MAX_NAME_CHARS = 200
/**
 * The characters to which a name is cut before it is cleaned, since it may be full of characters that cleaning removes.
 */
const MAX_RAW_NAME = 2_000

/** Returns the name that a client gives itself, as it may be shown; null where nothing is left of it. */
export function clientNameOf(raw: string): string | null {
  const letters = Array.from(cleanText(raw.slice(0, MAX_RAW_NAME).toWellFormed()))
  const name = letters.slice(0, MAX_NAME_CHARS).join('').trimEnd()
  return name === '' ? null : name
}
