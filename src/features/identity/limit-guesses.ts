import type { SignInGuesses } from '../../../db/system/sign-in-guesses.ts'
import { MINUTE_MS } from '../../lib/time/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'

/**
 * Wrong passwords in a quarter of an hour, also for accounts that do not exist. Strangers lock nobody out, since the
 * first try from another address is always checked.
 */
const LIMITS = { windowMs: 15 * MINUTE_MS, ofAddress: 10, ofAccount: 50 }

type Guess = Parameters<SignInGuesses['begin']>[0]

/**
 * Checks a guess of a password, and counts the wrong ones. Throws RATE_LIMITED after too many, whether this one is
 * right or wrong; `tellSpent` is called with the last wrong one before.
 */
export async function limitGuesses<T>(
  guesses: SignInGuesses,
  guess: Guess,
  judge: () => Promise<T | undefined>,
  tellSpent: () => Promise<void> = async () => undefined,
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
  if (found !== undefined) await guesses.forgive(guess)
  else if (begun.isLast) await tellSpent()
  return found
}
