import { hash, timingSafeEqual } from 'node:crypto'

/** Matches a code challenge: SHA-256 in base64url (RFC 7636, 4.2), the only method here. */
const CHALLENGE = /^[\w-]{43}$/
const VERIFIER = /^[\w.~-]{43,128}$/

export const isChallenge = (text: string): boolean => CHALLENGE.test(text)

/** True where a challenge was made from a verifier. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const [made, kept] = [hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url')]
  return made.length === kept.length && timingSafeEqual(made, kept)
}
