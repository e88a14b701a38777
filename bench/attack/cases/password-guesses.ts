import type { Attack } from '../attack.ts'
import { inBatches } from '../in-batches.ts'
import type { Target } from '../target.ts'

const ADDRESSES = 100
const OF_ADDRESS = 12
/** The number of guesses at a time, which is more than are hashed at once and may wait. */
const AT_A_TIME = 25

/** Tries many passwords of one account from many addresses at once: few are looked at, and nothing waits for them. */
export async function passwordGuesses(attack: Attack): Promise<void> {
  const target = await attack.target()
  const count = attack.size(ADDRESSES, 10)
  // The first sign-in loads the library that hashes.
  for (let i = 0; i < 5; i++) await signIn(target, 'wrong', `198.51.100.${i}`)
  const statuses = await attack.during(`guesses from ${count} addresses`, target, () =>
    inBatches(count * OF_ADDRESS, AT_A_TIME, (guess) =>
      signIn(target, `wrong ${guess}`, `203.0.113.${guess % count}`),
    ),
  )
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const lookedAt = counts.get(401) ?? 0
  attack.expect(
    'Ten wrong passwords of an account from one address are looked at in a quarter of an hour, fifty from everywhere and then one an address',
    lookedAt <= 50 + count && lookedAt > 0,
    [...counts],
  )
  attack.expect(
    'What hashing has no room for is refused with 503, and nothing fails otherwise',
    [...counts.keys()].every((status) => [401, 429, 503].includes(status)),
    [...counts],
  )
}

async function signIn(target: Target, password: string, address: string): Promise<number> {
  const body = { email: 'attacker@example.com', password }
  const headers = { 'x-forwarded-for': address }
  return (await target.post('/api/v1/auth/sign-in', body, headers)).status
}
