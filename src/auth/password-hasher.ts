import { ServiceError } from '../kernel/errors.ts'
import type { PasswordHasher } from '../kernel/app-context.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 40 ms.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_LENGTH = 1_024

/** Runs one piece of costly work when there is room for it. */
interface Room {
  assertRoom(): void
  run<T>(work: () => Promise<T>): Promise<T>
}

/** argon2id, loaded when first needed; few at a time, because each takes 19 MiB and a core. */
export function createPasswordHasher(room: Room): PasswordHasher {
  let decoy: Promise<string> | undefined
  const hash = (password: string): Promise<string> => {
    if (password.length > MAX_LENGTH)
      throw new ServiceError('VALIDATION_FAILED', 'Password too long')
    return room.run(async () => (await import('@node-rs/argon2')).hash(password, OPTIONS))
  }
  return {
    assertRoom: () => room.assertRoom(),
    hash,
    async verify(stored, password) {
      decoy ??= hash('no one has this password')
      const against = stored ?? (await decoy)
      const matches = await room.run(async () =>
        (await import('@node-rs/argon2')).verify(against, password.slice(0, MAX_LENGTH)),
      )
      return matches && stored !== undefined
    },
  }
}
