import type { Db } from '../tables/schema.ts'

export interface Guess {
  /** Names that cannot be turned back. */
  account: string
  address: string
  /** Epoch milliseconds. */
  at: number
}

export interface GuessLimits {
  windowMs: number
  /** Of one account, from one address. */
  ofAddress: number
  /** Of one account, from everywhere. */
  ofAccount: number
}

/**
 * Passwords that were tried, so that all processes together let nobody try many.
 * @NOTE no org_id: a person signs in before an organization is chosen.
 */
export class SignInGuesses {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Notes a guess before it is looked at, so that many at once are many. Answers its number, or when to come back where
   * too many are noted. Beyond the limit of an account, an address that has not guessed wrong itself still has one try:
   * strangers lock nobody out.
   */
  async begin(
    { account, address, at }: Guess,
    { windowMs, ofAddress, ofAccount }: GuessLimits,
  ): Promise<{ num: number } | { againAtMs: number }> {
    return this.#db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('sign_in_guess')
        .where('at', '<=', at - windowMs)
        .execute()
      // What a clock that was ahead wrote down does not count until its time has come.
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
      if (oldest && own.length >= (beyond ? 1 : ofAddress))
        return { againAtMs: oldest.at + windowMs }
      const { num } = await trx
        .insertInto('sign_in_guess')
        .values({ account, address, at })
        .returning('num')
        .executeTakeFirstOrThrow()
      return { num }
    })
  }

  /** It was not looked at after all. */
  async withdraw(num: number): Promise<void> {
    await this.#db.deleteFrom('sign_in_guess').where('num', '=', num).execute()
  }

  /** The guess was right: what was tried from there before it counts no more. */
  async forgive({ account, address }: Pick<Guess, 'account' | 'address'>): Promise<void> {
    await this.#db
      .deleteFrom('sign_in_guess')
      .where('account', '=', account)
      .where('address', '=', address)
      .execute()
  }
}
