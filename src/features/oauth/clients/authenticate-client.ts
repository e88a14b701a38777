import { timingSafeEqual } from 'node:crypto'
import type { AuthMethod, OauthClient } from '../../../domain/oauth/oauth-client.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { hashToken } from '../../../kernel/credentials/tokens.ts'
import { OauthError } from '../../../kernel/door/oauth-error.ts'
import { findClient, findClientRow } from './find-client.ts'
import { BASIC_CHALLENGE, readBasic } from './read-basic.ts'

/** The credentials of a client in the header and the form of a request. */
export interface ClientCredentials {
  authorization: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  client_assertion_type?: string | undefined
  client_assertion?: string | undefined
}

/** One way to prove the identity of a client, as it was tried, with the id that the client named. */
type Proof = { id: string | undefined } & (
  | { method: 'none' }
  | { method: 'client_secret_basic' | 'client_secret_post'; secret: string }
  | { method: 'private_key_jwt'; assertion: string }
)

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * Finds the client of a request, and checks its credentials. Throws `invalid_client` with 401 where they are wrong,
 * `invalid_request` where the client tries two ways at once, and `temporarily_unavailable` where its document or its
 * keys cannot be fetched now.
 */
export async function authenticateClient(
  app: AppContext,
  sent: ClientCredentials,
  isKnown: IsKnown = everyone,
): Promise<OauthClient> {
  const proof = proofIn(sent)
  try {
    return await authenticateBy(app, proof, isKnown)
  } catch (error) {
    if (!(error instanceof OauthError) || error.oauth !== 'invalid_client') throw error
    throw new OauthError('invalid_client', error.message, {
      status: 401,
      challenge: proof.method === 'client_secret_basic' ? BASIC_CHALLENGE : undefined,
      cause: error,
    })
  }
}

/**
 * Returns whether anything was ever granted to a client; for a client that only strangers name, no other server is
 * asked.
 */
export type IsKnown = (clientId: string) => Promise<boolean>

const everyone: IsKnown = () => Promise.resolve(true)

async function authenticateBy(
  app: AppContext,
  proof: Proof,
  isKnown: IsKnown,
): Promise<OauthClient> {
  // Parts that only assertions need are loaded with the first one.
  const assertions =
    proof.method === 'private_key_jwt' ? await import('./verify-assertion.ts') : undefined
  const id =
    proof.id ?? (proof.method === 'private_key_jwt' && assertions?.issuerOf(proof.assertion))
  if (!id) throw new OauthError('invalid_client', 'The request names no client; send client_id')
  if (!(await isKnown(id))) {
    throw new OauthError('invalid_client', 'Nothing was granted to this client')
  }
  const client = await findClient(app, id)
  if (!mayProve(client, proof.method)) {
    const known = client.methods.join(' or ')
    throw new OauthError('invalid_client', `This client authenticates by ${known} alone`)
  }
  if ('secret' in proof) await verifySecret(app, client, proof.secret)
  if ('assertion' in proof) await assertions?.verifyAssertion(app, client, proof.assertion)
  return client
}

/**
 * True where a client is registered for the way of proof that it tried. The two ways to send a secret count as one,
 * since hosts send it in the one way that they know.
 */
function mayProve({ methods }: OauthClient, tried: AuthMethod): boolean {
  return methods.some((method) => method === tried || (isBySecret(method) && isBySecret(tried)))
}

const isBySecret = (method: AuthMethod): boolean => method.startsWith('client_secret_')

async function verifySecret(app: AppContext, { id }: OauthClient, sent: string): Promise<void> {
  const { secret_hash: stored } = await findClientRow(app, id)
  if (stored && timingSafeEqual(hashToken(sent), stored)) return
  throw new OauthError('invalid_client', 'The secret is not the one of this client')
}

/** Returns a parameter, or undefined for an empty one, which counts as absent (RFC 6749, 3.2). */
const given = (text: string | undefined): string | undefined => text || undefined

/** Returns the one way in which a client proves its identity. Throws `invalid_request` for two of them. */
function proofIn(sent: ClientCredentials): Proof {
  const basic = readBasic(sent.authorization)
  const secret = given(sent.client_secret)
  const assertion = given(sent.client_assertion)
  const type = given(sent.client_assertion_type)
  const isSigned = assertion !== undefined || type !== undefined
  const tried = [basic !== undefined, secret !== undefined, isSigned].filter(Boolean)
  if (tried.length > 1) {
    throw new OauthError('invalid_request', 'The client authenticates in two ways at once')
  }
  const id = given(sent.client_id)
  if (basic) {
    if (id !== undefined && id !== basic.id) {
      throw new OauthError('invalid_request', 'The header names another client than client_id')
    }
    return { method: 'client_secret_basic', ...basic }
  }
  if (secret !== undefined) return { method: 'client_secret_post', id, secret }
  if (!isSigned) return { method: 'none', id }
  if (assertion === undefined || type !== JWT_BEARER) {
    throw new OauthError('invalid_request', `An assertion is a JWT with the type ${JWT_BEARER}`)
  }
  return { method: 'private_key_jwt', id, assertion }
}
