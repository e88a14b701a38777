import type { Trx } from '../tables/schema.ts'
import { insertAudit, type AuditLine } from './insert-audit.ts'
import { SystemStore } from './system-store.ts'

export interface Guess {
  /** The account and the address of the guess, each as a name from which neither can be recovered. */
  account: string
  address: string
  /** The time of the guess, in epoch milliseconds. */
  at: number
  /** The id of the account's user; absent where there is no such account. */
  userId?: string | undefined
}

export interface GuessLimits {
  windowMs: number
  /** The most guesses of one account from one address within the window. */
  ofAddress: number
  /** The most guesses of one account from all addresses together within the window. */
  ofAccount: number
}

/**
 * Counts the passwords that were tried, over all processes, so that no one can try many.
 *
 * @NOTE no org_id: a person signs in before an organization is chosen.
 */
export class SignInGuesses extends SystemStore {
  /**
   * Stores a guess before it is checked, so that guesses at the same time all count. Returns its number, or, where too
   * many are stored, when the next guess may come. Where the limit of the account is reached, an address without stored
   * guesses of its own still has one try, and an address where the account is signed in has its own limit: a stranger
   * cannot lock an account out. `isLast` says that the address has no further guess.
   */
  async begin(
    { account, address, at, userId }: Guess,
    { windowMs, ofAddress, ofAccount }: GuessLimits,
  ): Promise<{ num: number; isLast: boolean } | { againAtMs: number }> {
    return this.db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('sign_in_guess')
        .where('at', '<=', at - windowMs)
        .execute()
      // A guess that was stored while the clock was ahead does not count until its time has come.
      const noted = trx
        .selectFrom('sign_in_guess')
        .select('at')
        .where('account', '=', account)
        .where('at', '<=', at)
        .orderBy('at')
      const own = await noted.where('address', '=', address).limit(ofAddress).execute()
      const beyond = await noted
        .offset(ofAccount - 1)
        .limit(1)
        .executeTakeFirst()
      const [oldest] = own
      const isSpent = beyond !== undefined && !(await isKnown(trx, { userId, address, at }))
      const room = (isSpent ? 1 : ofAddress) - own.length
      if (oldest && room <= 0) return { againAtMs: oldest.at + windowMs }
      const { num } = await trx
        .insertInto('sign_in_guess')
        .values({ account, address, at })
        .returning('num')
        .executeTakeFirstOrThrow()
      return { num, isLast: room <= 1 }
    })
  }

  /**
   * Adds lines to the audit log of their organizations, except lines whose action and target already have an entry
   * after `sinceMs`.
   */
  async tellOnce(lines: readonly AuditLine[], sinceMs: number): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      for (const line of lines) {
        const said = await trx
          .selectFrom('audit_entry')
          .select('seq')
          .where('org_id', '=', line.org_id)
          .where('target_id', '=', line.target_id)
          .where('action', '=', line.action)
          .where('at', '>', sinceMs)
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!said) await insertAudit(trx, [line])
      }
    })
  }

  /** Deletes a stored guess that was not checked after all. */
  async withdraw(num: number): Promise<void> {
    await this.db.deleteFrom('sign_in_guess').where('num', '=', num).execute()
  }

  /** Deletes all guesses of an account from an address, after a right one. */
  async forgive({ account, address }: Pick<Guess, 'account' | 'address'>): Promise<void> {
    await this.db
      .deleteFrom('sign_in_guess')
      .where('account', '=', account)
      .where('address', '=', address)
      .execute()
  }
}

/** Returns true where the account has a session that was opened from the address and has not ended. */
async function isKnown(
  trx: Trx,
  { userId, address, at }: Pick<Guess, 'userId' | 'address' | 'at'>,
): Promise<boolean> {
  if (userId === undefined) return false
  const session = await trx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return session !== undefined
}
