import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '../tables/schema.ts'

/** A `reset` is a link for a lost password that the operator made; a `proof` is one that came by mail, and proves its address. */
export type OneTimePurpose = 'setup' | 'reset' | 'proof' | 'invitation'

/** A token as it is stored: by its hash alone. */
export type OneTimeTokenRow = Omit<Selectable<Tables['one_time_token']>, 'purpose' | 'used_at'> & {
  purpose: OneTimePurpose
}

/** The subject that a token is for: a user, an invitation. */
export type OneTimeGrant = Pick<OneTimeTokenRow, 'subject' | 'org_id'>

/** The token that was sent, and its purpose; `now` in epoch milliseconds. */
export interface SentToken {
  hash: Buffer
  purpose: OneTimePurpose
  now: number
}

/**
 * Stores a token; if it belongs to something that a transaction stores, call this inside that transaction.
 * @NOTE no org_id in the look-ups of this file: a person who opens a link is not signed in yet, and the token finds the
 * rest.
 */
export async function addOneTimeToken(db: Db | Trx, row: OneTimeTokenRow): Promise<void> {
  await db
    .insertInto('one_time_token')
    .values({ ...row, used_at: null })
    .execute()
}

/** Finds the subject of a token that still works, and leaves the token as it is. */
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
 * Burns a token in one statement; undefined where it does not work (any more). Call it first inside the transaction of its
 * effect: of two at once one finds it, and where the effect fails it is not burnt.
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

/** Burns every token of a purpose and subject, such as those of a person who has a new password. */
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

/** Burns every link for a new password of a person, by mail or not. */
export async function burnPasswordLinks(
  trx: Trx,
  { subject, now }: { subject: string; now: number },
): Promise<void> {
  for (const purpose of ['reset', 'proof'] as const) {
    await burnOneTimeTokensOf(trx, { purpose, subject, now })
  }
}
