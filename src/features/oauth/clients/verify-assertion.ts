import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { readKeySet, type KeySet } from '../../../domain/oauth/key-set.ts'
import type { OauthClient } from '../../../domain/oauth/oauth-client.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { hashToken } from '../../../kernel/credentials/tokens.ts'
import { OauthError } from '../../../kernel/door/oauth-error.ts'
import { loadDocument } from './load-document.ts'

const MAX_ASSERTION_CHARS = 8_192
const MAX_KEY_SET_BYTES = 16 * 1_024
const MAX_JTI_CHARS = 500
const MAX_LIFETIME_S = 600
/** The most seconds by which the clocks of two servers may differ. */
const TOLERANCE_S = 30

/**
 * Returns the id of the client that an assertion names, without verifying it: a client that names another one is
 * refused later, by the other one's keys.
 */
export function issuerOf(assertion: string): string | undefined {
  try {
    const iss = assertion.length > MAX_ASSERTION_CHARS ? undefined : decodeJwt(assertion).iss
    return typeof iss === 'string' ? iss : undefined
  } catch (error) {
    throw refusalOf(error)
  }
}

/**
 * Verifies the assertion by which a client proves its identity (RFC 7523, 3), and marks it as used. Throws
 * `invalid_client` where it is not valid, and `temporarily_unavailable` where the keys of the client cannot be fetched
 * now.
 */
export async function verifyAssertion(
  app: AppContext,
  client: OauthClient,
  assertion: string,
): Promise<void> {
  if (assertion.length > MAX_ASSERTION_CHARS) throw refused('it is too long')
  const payload = await withKeys(app, client, (keys) => verified(app, { client, assertion, keys }))
  const nowS = app.now() / 1_000
  const expiresAtS = assertLifetime(payload, nowS)
  assertAudience(app, payload)
  const { jti } = payload
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARS) {
    throw refused('its jti is no text of its own')
  }
  const spentUntilMs = Math.ceil((expiresAtS + TOLERANCE_S) * 1_000) + 1
  const hash = hashToken(JSON.stringify([client.id, jti]))
  if (!(await app.system.oauthClients.spendAssertion(hash, spentUntilMs))) {
    throw refused('it was sent before')
  }
}

/**
 * Runs a check with the keys of a client. Where no remembered key matches, it fetches the keys again, unless that was
 * done too recently, and runs the check once more.
 */
async function withKeys(
  app: AppContext,
  client: OauthClient,
  check: (keys: KeySet) => Promise<JWTPayload>,
): Promise<JWTPayload> {
  const { jwksUri } = client
  if (jwksUri === undefined) return check(ownKeys(client)).catch(rethrowRefusal)
  const load = () =>
    loadDocument(app, {
      url: jwksUri,
      what: 'The key set of the client',
      maxBytes: MAX_KEY_SET_BYTES,
      read: readKeySet,
    })
  const keys = await app.clientCache.keys.find(jwksUri, load)
  try {
    return await check(keys)
  } catch (error) {
    const isUnknown = error instanceof errors.JWKSNoMatchingKey
    if (!isUnknown || !app.clientCache.mayAskForKeys(client.id, jwksUri)) throw refusalOf(error)
  }
  const renewed = await app.clientCache.keys.refresh(jwksUri, load)
  return check(renewed).catch(rethrowRefusal)
}

function ownKeys({ jwks }: OauthClient): KeySet {
  const read = readKeySet(jwks)
  if ('refused' in read) throw refused(`the client has no keys: ${read.refused}`)
  return read.value
}

async function verified(
  app: AppContext,
  { client, assertion, keys }: { client: OauthClient; assertion: string; keys: KeySet },
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ['RS256', 'ES256'],
    issuer: client.id,
    subject: client.id,
    requiredClaims: ['aud', 'exp', 'jti'],
    currentDate: new Date(app.now()),
    clockTolerance: TOLERANCE_S,
  }
  try {
    return (await jwtVerify(assertion, createLocalJWKSet(keys), options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // An assertion without a `kid` may be signed by any of the keys; a set has few of them.
    for await (const key of error) {
      const one = await jwtVerify(assertion, key, options).catch(unlessForged)
      if (one) return one.payload
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

function unlessForged(error: unknown): undefined {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
}

/** Returns the second, since 1970, at which an assertion ends; `jose` has checked that it has not ended yet. */
function assertLifetime({ exp = 0, iat }: JWTPayload, nowS: number): number {
  if (exp - nowS > MAX_LIFETIME_S + TOLERANCE_S) throw refused('it ends in more than ten minutes')
  if (iat !== undefined && exp - iat > MAX_LIFETIME_S) {
    throw refused('it is good for more than ten minutes')
  }
  if (iat !== undefined && iat - nowS > TOLERANCE_S) throw refused('it is of the future')
  return exp
}

/** Throws where an assertion is also for another server, which could send it here. */
function assertAudience({ publicUrl }: AppContext, { aud = [] }: JWTPayload): void {
  const ours = [publicUrl, `${publicUrl}/token`, `${publicUrl}/revoke`]
  const audiences = [aud].flat()
  if (audiences.length > 0 && audiences.every((one) => ours.includes(one))) return
  throw refused(`its aud is not ${publicUrl} alone`)
}

const refused = (reason: string, cause?: unknown): OauthError =>
  new OauthError('invalid_client', `The assertion is refused: ${reason}`, { cause })

function rethrowRefusal(error: unknown): never {
  throw refusalOf(error)
}

const REASONS: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed by another algorithm than RS256 and ES256',
  ERR_JWKS_NO_MATCHING_KEY: 'the client publishes no key that it could be signed with',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is not by the key of the client',
  ERR_JWT_EXPIRED: 'it has ended',
}

/** Turns an error about an assertion or a key into a refusal; any other error stays as it is. */
function refusalOf(error: unknown): unknown {
  if (error instanceof errors.JWTClaimValidationFailed) {
    return refused(`its ${error.claim} is missing or wrong`, error)
  }
  if (error instanceof errors.JOSEError) {
    return refused(REASONS[error.code] ?? 'it is no signed JWT', error)
  }
  // The import of a key throws these where the key is malformed.
  const isOfKey = error instanceof TypeError || error instanceof DOMException
  return isOfKey ? refused('the key of the client is none', error) : error
}
