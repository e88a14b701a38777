import { sql, type Insertable, type UpdateResult } from 'kysely'
import type { Tables, Trx } from '../tables/schema.ts'
import { insertAudit, type AuditLine } from './insert-audit.ts'
import { SystemStore } from './system-store.ts'

/**
 * The most tokens of each kind that are remembered of a grant. A client renews once an hour, each of its processes at
 * most.
 */
const MAX_TOKENS = 200

type TokenRow = Insertable<Tables['oauth_token']>

/** The pair of tokens that a client gets, as it is stored, and the new end of a grant that ends when it is unused. */
export interface StoredPair {
  access: TokenRow
  refresh: TokenRow
  /** The new end of the grant, in epoch milliseconds; undefined where the end does not change. */
  grantEndsAt: number | undefined
}

/** A code that is redeemed, with its grant. */
export type FoundCode = NonNullable<Awaited<ReturnType<typeof selectCode>>>
/** A refresh token that is redeemed, with its grant. */
export type FoundRefresh = NonNullable<Awaited<ReturnType<typeof selectRefresh>>>

const GRANT = [
  'api_key.id as keyId',
  'api_key.org_id as orgId',
  'api_key.created_by as userId',
  'api_key.client_id as clientId',
  'api_key.scopes as scopes',
  'api_key.resource as resource',
  'api_key.idle_ms as idleMs',
  'api_key.expires_at as grantExpiresAt',
  'api_key.revoked_at as revokedAt',
] as const

const selectCode = (trx: Trx, hash: Buffer) =>
  trx
    .selectFrom('oauth_code')
    .innerJoin('api_key', 'api_key.id', 'oauth_code.key_id')
    .select([
      ...GRANT,
      'oauth_code.redirect_uri as redirectUri',
      'oauth_code.challenge as challenge',
    ])
    .select(['oauth_code.expires_at as expiresAt', 'oauth_code.used_at as usedAt'])
    .where('oauth_code.hash', '=', hash)
    .executeTakeFirst()

const selectRefresh = (trx: Trx, hash: Buffer) =>
  trx
    .selectFrom('oauth_token')
    .innerJoin('api_key', 'api_key.id', 'oauth_token.key_id')
    .select(GRANT)
    .select(['oauth_token.expires_at as expiresAt', 'oauth_token.replaced_at as replacedAt'])
    .where('oauth_token.hash', '=', hash)
    .where('oauth_token.kind', '=', 'refresh')
    .executeTakeFirst()

/** The caller's decision on a code or a refresh token that was sent, made from what is stored of it. */
export type Redemption =
  | { do: 'refuse' }
  /** Ends the grant with all its tokens, since someone else may have the code or token that was sent. */
  | { do: 'end'; lines: readonly AuditLine[]; now: number }
  | { do: 'issue'; pair: StoredPair; now: number }
  /** Gives the client the same pair once more. */
  | { do: 'repeat'; accessHash: Buffer }

/** The result of a redemption; where a pair is given once more, with the row of its access token. */
export interface Redeemed<T> {
  found: T | undefined
  redemption: Redemption
  repeated?: { scopes: string | null; expiresAt: number } | undefined
}

/**
 * Redeems codes and refresh tokens for pairs of tokens, each in one transaction: of two requests at once, the second
 * sees the result of the first.
 *
 * @NOTE no org_id: the token finds the grant, and with it the organization.
 */
export class OauthGrants extends SystemStore {
  redeemCode(hash: Buffer, decide: (found: FoundCode) => Redemption): Promise<Redeemed<FoundCode>> {
    return this.db.transaction().execute(async (trx) => {
      const burn = (now: number) =>
        trx
          .updateTable('oauth_code')
          .set({ used_at: now })
          .where('hash', '=', hash)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow()
      return settle(trx, { found: await selectCode(trx, hash), decide, burn })
    })
  }

  redeemRefresh(
    hash: Buffer,
    decide: (found: FoundRefresh) => Redemption,
  ): Promise<Redeemed<FoundRefresh>> {
    return this.db.transaction().execute(async (trx) => {
      const burn = (now: number) =>
        trx
          .updateTable('oauth_token')
          .set({ replaced_at: now })
          .where('hash', '=', hash)
          .where('replaced_at', 'is', null)
          .executeTakeFirstOrThrow()
      return settle(trx, { found: await selectRefresh(trx, hash), decide, burn })
    })
  }

  /** Finds the grant of an access or refresh token, if the grant has not been ended. */
  findByToken(hash: Buffer) {
    return this.db
      .selectFrom('oauth_token')
      .innerJoin('api_key', 'api_key.id', 'oauth_token.key_id')
      .select(GRANT)
      .select('oauth_token.kind as kind')
      .where('oauth_token.hash', '=', hash)
      .where('api_key.revoked_at', 'is', null)
      .executeTakeFirst()
  }

  /** Returns true where a grant to the client was ever made and is still stored. */
  async knowsClient(clientId: string): Promise<boolean> {
    const grant = await this.db
      .selectFrom('api_key')
      .select('id')
      // @NOTE a literal, as in the partial index `api_key_client` of migration 0046.
      .where('kind', '=', sql.lit('oauth'))
      .where('client_id', '=', clientId)
      .limit(1)
      .executeTakeFirst()
    return grant !== undefined
  }

  deleteToken(hash: Buffer): Promise<unknown> {
    return this.db.deleteFrom('oauth_token').where('hash', '=', hash).execute()
  }

  end(keyId: string, lines: readonly AuditLine[], now: number): Promise<void> {
    return this.db.transaction().execute((trx) => endGrant(trx, keyId, { lines, now }))
  }
}

interface Settling<T> {
  found: T | undefined
  decide: (found: T) => Redemption
  /** Marks the code or token that was sent as used; changes no row where another request has marked it already. */
  burn: (now: number) => Promise<UpdateResult>
}

async function settle<T extends { keyId: string }>(
  trx: Trx,
  { found, decide, burn }: Settling<T>,
): Promise<Redeemed<T>> {
  if (!found) return { found, redemption: { do: 'refuse' } }
  const redemption = decide(found)
  if (redemption.do === 'end') await endGrant(trx, found.keyId, redemption)
  if (redemption.do === 'issue') {
    const { numUpdatedRows } = await burn(redemption.now)
    if (numUpdatedRows === 0n) return { found, redemption: { do: 'refuse' } }
    await storePair(trx, found.keyId, redemption.pair)
  }
  if (redemption.do !== 'repeat') return { found, redemption }
  const repeated = await trx
    .selectFrom('oauth_token')
    .select(['scopes', 'expires_at as expiresAt'])
    .where('hash', '=', redemption.accessHash)
    .executeTakeFirst()
  return { found, redemption, repeated }
}

async function storePair(trx: Trx, keyId: string, pair: StoredPair): Promise<void> {
  await trx.insertInto('oauth_token').values([pair.access, pair.refresh]).execute()
  await forgetOldest(trx, keyId, pair)
  if (pair.grantEndsAt === undefined) return
  await trx
    .updateTable('api_key')
    .set({ expires_at: pair.grantEndsAt })
    .where('id', '=', keyId)
    .execute()
}

/**
 * Deletes a client's tokens of each kind, except the new pair and the newest ones, so that endless renewals do not pile
 * up.
 */
async function forgetOldest(
  trx: Trx,
  keyId: string,
  { access, refresh }: StoredPair,
): Promise<void> {
  for (const { kind, hash } of [access, refresh]) {
    const beyond = trx
      .selectFrom('oauth_token')
      .select('hash')
      .where('key_id', '=', keyId)
      .where('kind', '=', kind)
      .where('hash', '<>', hash)
      .orderBy('replaced_at', 'desc')
      .orderBy('expires_at', 'desc')
      .offset(MAX_TOKENS - 1)
      .limit(MAX_TOKENS)
    await trx.deleteFrom('oauth_token').where('hash', 'in', beyond).execute()
  }
}

async function endGrant(
  trx: Trx,
  keyId: string,
  { lines, now }: { lines: readonly AuditLine[]; now: number },
): Promise<void> {
  const ended = await trx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await trx.deleteFrom('oauth_token').where('key_id', '=', keyId).execute()
  if (ended.numUpdatedRows > 0n) await insertAudit(trx, lines)
}
