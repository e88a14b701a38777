import { ServiceError } from '../kernel/errors.ts'
import type { PasswordHasher } from '../kernel/app-context.ts'
import { normalPassword } from '../domain/password.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 40 ms.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_LENGTH = 1_024

/** What a hash says of itself; without `v=19` it is of an older version of argon2. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/

/** Runs one piece of costly work when there is room for it. */
interface Room {
  assertRoom(): void
  run<T>(work: () => Promise<T>): Promise<T>
}

/** argon2id, loaded when first needed; few at a time, because each takes 19 MiB and a core. */
export function createPasswordHasher(room: Room): PasswordHasher {
  let decoy: Promise<string> | undefined
  const hash = (password: string): Promise<string> => {
    const normal = normalPassword(password)
    if (normal.length > MAX_LENGTH) throw new ServiceError('VALIDATION_FAILED', 'Password too long')
    return room.run(async () => (await import('@node-rs/argon2')).hash(normal, OPTIONS))
  }
  const matches = (stored: string, password: string): Promise<boolean> =>
    room.run(async () => (await import('@node-rs/argon2')).verify(stored, password))
  return {
    assertRoom: () => room.assertRoom(),
    hash,
    isOutdated(stored) {
      const [, memory, time] = PHC.exec(stored) ?? []
      return !(Number(memory) >= OPTIONS.memoryCost && Number(time) >= OPTIONS.timeCost)
    },
    async verify(stored, password) {
      decoy ??= hash('no one has this password')
      // An account may have no password; then none is right.
      const hasOne = stored !== undefined && stored !== ''
      const against = hasOne ? stored : await decoy
      const typed = password.slice(0, MAX_LENGTH)
      const normal = normalPassword(typed).slice(0, MAX_LENGTH)
      if (await matches(against, normal)) return hasOne
      // Passwords of the first releases were hashed as they were typed.
      return normal !== typed && (await matches(against, typed)) && hasOne
    },
  }
}
