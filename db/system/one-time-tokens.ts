import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '../tables/schema.ts'

/**
 * The purpose of a link that works once: `reset` is for a lost password and was made by the operator; `proof` came by
 * mail, and proves the address.
 */
export type OneTimePurpose = 'setup' | 'reset' | 'proof' | 'invitation'

/** The row of a token, which is stored by its hash alone. */
export type OneTimeTokenRow = Omit<Selectable<Tables['one_time_token']>, 'purpose' | 'used_at'> & {
  purpose: OneTimePurpose
}

/** The subject that a token is for, such as a user or an invitation, and its organization. */
export type OneTimeGrant = Pick<OneTimeTokenRow, 'subject' | 'org_id'>

/** The token that was sent, its purpose, and the present time as `now`, in epoch milliseconds. */
export interface SentToken {
  hash: Buffer
  purpose: OneTimePurpose
  now: number
}

/**
 * Stores a token. For a token of something that a transaction stores, the call has to be inside that transaction.
 *
 * @NOTE no org_id in the look-ups of this file: a person who opens a link is not signed in yet, and the token finds the
 * rest.
 */
export async function addOneTimeToken(db: Db | Trx, row: OneTimeTokenRow): Promise<void> {
  await db
    .insertInto('one_time_token')
    .values({ ...row, used_at: null })
    .execute()
}

/** Finds the subject of a token that still works, and leaves the token as it is; undefined for any other token. */
export function findOneTimeToken(
  db: Db | Trx,
  { hash, purpose, now }: SentToken,
): Promise<OneTimeGrant | undefined> {
  return db
    .selectFrom('one_time_token')
    .select(['subject', 'org_id'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Uses a token up in one statement, and returns its subject; undefined where it does not work (any more). It has to be
 * the first statement in the transaction of the token's effect: of two requests at once only one gets the subject, and
 * where the effect fails the token still works.
 */
export function burnOneTimeToken(
  trx: Trx,
  { hash, purpose, now }: SentToken,
): Promise<OneTimeGrant | undefined> {
  return trx
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['subject', 'org_id'])
    .executeTakeFirst()
}

/** Uses up every token of a purpose for a subject, such as those of a person who has a new password. */
export async function burnOneTimeTokensOf(
  trx: Trx,
  { purpose, subject, now }: { purpose: OneTimePurpose; subject: string; now: number },
): Promise<void> {
  await trx
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute()
}

/** Uses up every link for a new password of a person, by mail or not. */
export async function burnPasswordLinks(
  trx: Trx,
  { subject, now }: { subject: string; now: number },
): Promise<void> {
  for (const purpose of ['reset', 'proof'] as const) {
    await burnOneTimeTokensOf(trx, { purpose, subject, now })
  }
}
