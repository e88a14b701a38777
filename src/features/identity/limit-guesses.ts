import type { SignInGuesses } from '../../../db/system/sign-in-guesses.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import { ServiceError } from '../../kernel/door/errors.ts'

/**
 * The most wrong passwords from one address and for one account in a quarter of an hour, also for accounts that do not
 * exist. Strangers cannot lock a person out, since the first try from another address is always checked.
 */
const LIMITS = { windowMs: 15 * MINUTE_MS, ofAddress: 10, ofAccount: 50 }

type Guess = Parameters<SignInGuesses['begin']>[0]

interface Effects<T> {
  /** Called when the last wrong guess that is still checked was made. */
  tellSpent?: () => Promise<void>
  /** Returns whether a right password is that of the person who has the address. */
  isOfAddress: (found: T) => boolean
}

/**
 * Checks a guess of a password, and counts the wrong guesses. Throws RATE_LIMITED after too many, whether this guess is
 * right or wrong. A right guess erases the earlier ones for the person of the address alone: an unproven account has a
 * password that its maker chose, which would otherwise buy more guesses of the proven one.
 */
export async function limitGuesses<T>(
  guesses: SignInGuesses,
  guess: Guess,
  judge: () => Promise<T | undefined>,
  { tellSpent, isOfAddress }: Effects<T>,
): Promise<T | undefined> {
  const begun = await guesses.begin(guess, LIMITS)
  if ('againAtMs' in begun) {
    const retryAfterSeconds = Math.ceil((begun.againAtMs - guess.at) / 1_000)
    throw new ServiceError(
      'RATE_LIMITED',
      `Too many wrong passwords for this account; try again in ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    )
  }
  let found: T | undefined
  try {
    found = await judge()
  } catch (error) {
    // The guess was not checked, so it does not count against the caller.
    await guesses.withdraw(begun.num)
    throw error
  }
  if (found === undefined) {
    if (begun.isLast) await tellSpent?.()
  } else if (isOfAddress(found)) await guesses.forgive(guess)
  else await guesses.withdraw(begun.num)
  return found
}
