import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../kernel/door/errors.ts'
import type { PasswordHasher } from '../kernel/door/app-context.ts'
import { normalPassword } from '../domain/password.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 40 ms.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_LENGTH = 1_024

/** The pattern of a hash with its parameters; a hash without `v=19` is of an older version of argon2. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$/

/**
 * The most salts that are tried for one password. Accounts of one address share one salt, except those that were made
 * at the same moment.
 */
const MAX_SALTS = 3

/** Runs one piece of costly work when there is room for it. */
interface Room {
  assertRoom(): void
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Makes the hasher of passwords. It uses argon2id, which is loaded when first needed; `room` bounds how many passwords
 * are hashed at once, because each takes 19 MiB and a core.
 */
export function createPasswordHasher(room: Room): PasswordHasher {
  let decoy: Promise<string> | undefined
  const compute = (password: string, options: HashOptions): Promise<string> =>
    room.run(async () => (await import('@node-rs/argon2')).hash(password, options))
  const hash = (password: string, like?: string): Promise<string> => {
    const normal = normalPassword(password)
    if (normal.length > MAX_LENGTH) throw new ServiceError('VALIDATION_FAILED', 'Password too long')
    const salt = optionsOf(like)?.salt
    return compute(normal, { ...OPTIONS, ...(salt && { salt }) })
  }
  /** Finds the hash of a password among those of one salt, in one computation. */
  const findSalted = async ([first = '', ...others]: readonly string[], password: string) => {
    const options = others.length > 0 ? optionsOf(first) : undefined
    if (options) {
      const computed = await compute(password, options)
      return [first, ...others].find((stored) => isSame(stored, computed))
    }
    const matches = await room.run(async () =>
      (await import('@node-rs/argon2')).verify(first, password),
    )
    return matches ? first : undefined
  }
  const findIn = async (groups: readonly (readonly string[])[], password: string) => {
    for (const group of groups) {
      const found = await findSalted(group, password)
      if (found !== undefined) return found
    }
    return undefined
  }
  const find = async (hashes: readonly string[], password: string) => {
    decoy ??= hash('no one has this password')
    const nobody = await decoy
    // An account may have no password; then every password is wrong.
    const stored = hashes.filter((one) => one !== '')
    const groups = stored.length > 0 ? bySalt(stored) : [[nobody]]
    const typed = password.slice(0, MAX_LENGTH)
    const normal = normalPassword(typed).slice(0, MAX_LENGTH)
    const found =
      (await findIn(groups, normal)) ??
      // Passwords of the first releases were hashed without normalization.
      (normal === typed ? undefined : await findIn(groups, typed))
    return found === nobody ? undefined : found
  }
  return {
    assertRoom: () => room.assertRoom(),
    hash,
    find,
    isOutdated(stored) {
      const [, memory, time] = PHC.exec(stored) ?? []
      return !(Number(memory) >= OPTIONS.memoryCost && Number(time) >= OPTIONS.timeCost)
    },
    verify: async (stored, password) =>
      (await find(stored === undefined ? [] : [stored], password)) !== undefined,
  }
}

type HashOptions = typeof OPTIONS & { salt?: Uint8Array }

/** Reads the parameters of a hash; undefined for a hash of another kind, which only the library reads. */
function optionsOf(stored: string | undefined): HashOptions | undefined {
  const [, memory, time, lanes, salt] = PHC.exec(stored ?? '') ?? []
  if (salt === undefined) return undefined
  return {
    memoryCost: Number(memory),
    timeCost: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
  }
}

/**
 * Groups hashes by their salt and parameters, at most `MAX_SALTS` groups: one computation is enough to compare a
 * password with a group.
 */
function bySalt(hashes: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const stored of hashes) {
    const beginning = stored.slice(0, stored.lastIndexOf('$'))
    groups.set(beginning, [...(groups.get(beginning) ?? []), stored])
  }
  return [...groups.values()].slice(0, MAX_SALTS)
}

function isSame(stored: string, computed: string): boolean {
  const [one, other] = [Buffer.from(stored), Buffer.from(computed)]
  return one.length === other.length && timingSafeEqual(one, other)
}
