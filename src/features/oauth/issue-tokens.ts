import * as z from 'zod'
import type { FoundCode, FoundRefresh, Redemption } from '../../../db/system/oauth-grants.ts'
import { answersChallenge } from '../../domain/oauth/pkce.ts'
import type { OauthClient } from '../../domain/oauth/oauth-client.ts'
import { firstPair } from '../../kernel/credentials/token-successor.ts'
import { hashToken, tokenFamily } from '../../kernel/credentials/tokens.ts'
import { OauthError } from '../../kernel/door/oauth-error.ts'
import { defineOperation, type PublicContext } from '../../kernel/door/operation.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { authenticateClient } from './clients/authenticate-client.ts'
import { ClientFields, credentialsIn, mayAskFor, TOKEN_LIMIT } from './client-fields.ts'
import { endLine } from './end-line.ts'
import type { OauthResources } from './oauth-resources.ts'

const ACCESS_MS = HOUR_MS
/**
 * The milliseconds from its last use for which a refresh token works, where the person did not choose a longer time.
 */
const REFRESH_MS = 30 * DAY_MS

const Parameter = z.string().max(4_096).optional()

const Input = ClientFields.extend({
  grant_type: Parameter,
  code: Parameter,
  redirect_uri: Parameter,
  code_verifier: Parameter,
  refresh_token: Parameter,
  scope: Parameter,
  resource: Parameter,
})
type Sent = z.output<typeof Input>

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds'),
  refresh_token: z.string(),
  scope: z.string(),
})

/** POST /token: exchanges a code or a refresh token for a pair of tokens (RFC 6749, 4.1.3 and 6). */
export const issueTokens = (resources: OauthResources) =>
  defineOperation({
    name: 'oauth.token',
    summary: 'Redeem a code, or a refresh token, for an access token and the next refresh token',
    access: { by: 'public' },
    addressLimit: TOKEN_LIMIT,
    http: {
      surface: 'oauth',
      method: 'post',
      path: '/token',
      body: 'form',
      maxBodyBytes: 16_384,
      authorization: true,
      anyOrigin: true,
      idempotency: 'none',
    },
    input: Input,
    output: Tokens,
    async handler(ctx, sent) {
      const client = await authenticateClient(ctx.app, credentialsIn(sent), mayAskFor(ctx.app))
      switch (sent.grant_type) {
        case 'authorization_code':
          return redeemCode(ctx, resources, { client, sent })
        case 'refresh_token':
          return redeemRefresh(ctx, resources, { client, sent })
        default:
          throw new OauthError(
            'unsupported_grant_type',
            'grant_type must be authorization_code or refresh_token',
          )
      }
    },
  })

interface Redeeming {
  client: OauthClient
  sent: Sent
}

async function redeemCode(
  ctx: PublicContext,
  resources: OauthResources,
  { client, sent }: Redeeming,
): Promise<z.output<typeof Tokens>> {
  const { app } = ctx
  const { code = '' } = sent
  if (tokenFamily(code) !== 'oauthCode') throw deadGrant('code')
  const now = app.now()
  const pair = firstPair()
  const { found, redemption } = await app.system.oauthGrants.redeemCode(hashToken(code), (row) => {
    if (row.clientId !== client.id) return { do: 'refuse' }
    // Codes are kept in histories of browsers, so a caller without the verifier cannot end a grant by one.
    if (!answersCode(row, sent)) return { do: 'refuse' }
    if (row.usedAt !== null) {
      return { do: 'end', lines: [endLine(ctx, row, 'a code was redeemed twice')], now }
    }
    if (row.expiresAt <= now || !isLive(row, now)) return { do: 'refuse' }
    assertSameResource(resources, app.publicUrl, { row, sent })
    return { do: 'issue', pair: pairRows(row, { pair, now, narrowed: null }), now }
  })
  if (!found || redemption.do !== 'issue') throw deadGrant('code')
  return tellPair(pair, { scopes: found.scopes, expiresInMs: ACCESS_MS })
}

/** True where the redirect that is sent, if any, is that of the request, and the verifier fits its challenge. */
const answersCode = (row: FoundCode, { redirect_uri, code_verifier = '' }: Sent): boolean =>
  (redirect_uri === undefined || redirect_uri === row.redirectUri) &&
  answersChallenge(code_verifier, row.challenge)

async function redeemRefresh(
  ctx: PublicContext,
  resources: OauthResources,
  { client, sent }: Redeeming,
): Promise<z.output<typeof Tokens>> {
  const { app } = ctx
  const { refresh_token: refresh = '' } = sent
  if (tokenFamily(refresh) !== 'oauthRefresh') throw deadGrant('refresh token')
  const now = app.now()
  const pair = app.oauth.successor.after(refresh)
  const decide = (row: FoundRefresh): Redemption => {
    if (row.clientId !== client.id || !isLive(row, now)) return { do: 'refuse' }
    assertSameResource(resources, app.publicUrl, { row, sent })
    const narrowed = narrowedBy(sent.scope, row.scopes)
    if (row.replacedAt !== null) {
      // The absolute difference is used, so that a clock that was set back does not make an old token new.
      if (Math.abs(now - row.replacedAt) <= app.oauth.repeatMs) {
        return { do: 'repeat', accessHash: hashToken(pair.access) }
      }
      return { do: 'end', lines: [endLine(ctx, row, 'a refresh token came back')], now }
    }
    if (row.expiresAt <= now) return { do: 'refuse' }
    return { do: 'issue', pair: pairRows(row, { pair, now, narrowed }), now }
  }
  const done = await app.system.oauthGrants.redeemRefresh(hashToken(refresh), decide)
  const { found, redemption, repeated } = done
  if (found && redemption.do === 'issue') {
    const { scopes } = redemption.pair.access
    return tellPair(pair, { scopes: scopes ?? found.scopes, expiresInMs: ACCESS_MS })
  }
  if (found && repeated) {
    const expiresInMs = Math.max(0, repeated.expiresAt - now)
    return tellPair(pair, { scopes: repeated.scopes ?? found.scopes, expiresInMs })
  }
  throw deadGrant('refresh token')
}

type Row = Pick<FoundRefresh, 'keyId' | 'idleMs' | 'grantExpiresAt' | 'revokedAt'>

const isLive = ({ revokedAt, grantExpiresAt }: Row, now: number): boolean =>
  revokedAt === null && (grantExpiresAt === null || grantExpiresAt > now)

interface Issued {
  pair: { access: string; refresh: string }
  now: number
  /** The scopes that the access token is narrowed to, as JSON; null for all scopes of the grant. */
  narrowed: string | null
}

/**
 * Makes the rows of a new pair of tokens, and the new end of a grant that ends when it is unused. No token lives longer
 * than its grant.
 */
function pairRows({ keyId, idleMs, grantExpiresAt }: Row, { pair, now, narrowed }: Issued) {
  const grantEndsAt = idleMs === null ? undefined : now + idleMs
  const until = grantEndsAt ?? grantExpiresAt ?? Infinity
  const row = { key_id: keyId, replaced_at: null }
  return {
    access: {
      ...row,
      hash: hashToken(pair.access),
      kind: 'access',
      scopes: narrowed,
      expires_at: Math.min(now + ACCESS_MS, until),
    },
    refresh: {
      ...row,
      hash: hashToken(pair.refresh),
      kind: 'refresh',
      scopes: null,
      expires_at: Math.min(now + (idleMs ?? REFRESH_MS), until),
    },
    grantEndsAt,
  }
}

/**
 * Returns the scopes that the client requests for an access token as JSON. Null stands for all scopes of the grant,
 * where it requests only `offline_access` or nothing. Throws `invalid_scope` for a scope that the grant does not have.
 */
function narrowedBy(scope: string | undefined, granted: string): string | null {
  if (scope === undefined || scope === '') return null
  // @NOTE the column is written by us alone, as JSON of scopes.
  const held = new Set(JSON.parse(granted) as string[])
  const wanted = scope.split(' ').filter((one) => one !== '' && one !== 'offline_access')
  if (wanted.some((one) => !held.has(one))) {
    throw new OauthError('invalid_scope', 'This is more than the person has granted')
  }
  return wanted.length === 0 ? null : JSON.stringify(wanted)
}

function assertSameResource(
  resources: OauthResources,
  origin: string,
  { row, sent }: { row: Pick<FoundRefresh, 'resource'>; sent: Sent },
): void {
  if (sent.resource === undefined) return
  if (resources.read(sent.resource, origin)?.resource === row.resource) return
  throw new OauthError('invalid_target', 'This was granted for another address')
}

const tellPair = (
  { access, refresh }: Issued['pair'],
  { scopes, expiresInMs }: { scopes: string; expiresInMs: number },
) => ({
  access_token: access,
  token_type: 'Bearer' as const,
  expires_in: Math.floor(expiresInMs / 1_000),
  refresh_token: refresh,
  // @NOTE the column is written by us alone, as JSON of scopes.
  scope: (JSON.parse(scopes) as string[]).join(' '),
})

/**
 * Makes the error for a token or code; it is the same where that never existed, was used, has ended, or is another
 * client's.
 */
const deadGrant = (what: string): OauthError =>
  new OauthError('invalid_grant', `This ${what} is unknown, used or over; connect again`)
