import { isJsonObject } from '../json-object.ts'
import { canonicalJson } from './canonical-json.ts'
import type { CitedAsk } from './cited-ask.ts'

/**
 * Returns the digest of a Cited Ask, `sha-256=:…:`, over the canonical form (RFC 8785) of all its members except
 * `digest`. Returns an empty text for a value without a canonical form, which `readAsk` refuses.
 */
export async function askDigest(ask: CitedAsk): Promise<string> {
  if (!isJsonObject(ask)) return ''
  const { digest: _digest, ...rest } = ask
  const text = canonicalJson(rest)
  if (text === undefined) return ''
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`
}
