import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

/** Makes a hasher, and a count of the computations that it has begun. */
function counted() {
  let runs = 0
  const hasher = createPasswordHasher({
    assertRoom: () => undefined,
    run: (work) => {
      runs += 1
      return work()
    },
  })
  return {
    hasher,
    runsOf: async (work: () => Promise<unknown>) => {
      const before = runs
      await work()
      return runs - before
    },
  }
}

describe('accounts of one address', () => {
  it('cost one computation each time, whether there is none, one or many, and whether one is right', async () => {
    const { hasher, runsOf } = counted()
    const first = await hasher.hash('the first of three')
    const others = [
      await hasher.hash('the second of three', first),
      await hasher.hash('the third of three', first),
    ]
    const all = [first, ...others]
    await hasher.find([], 'the decoy is made')
    for (const hashes of [[], [''], [first], all, ['', ...all]]) {
      for (const password of ['the first of three', 'the third of three', 'none']) {
        expect(await runsOf(() => hasher.find(hashes, password))).toBe(1)
      }
    }
    expect(await hasher.find(all, 'the third of three')).toBe(others[1])
    expect(await hasher.find(all, 'none')).toBeUndefined()
    expect(await hasher.find([''], 'no one has this password')).toBeUndefined()
    // Hashes that were made at the same moment have different salts, and are found all the same.
    const apart = [first, await hasher.hash('made at the same moment')]
    expect(await hasher.find(apart, 'made at the same moment')).toBe(apart[1])
  })
})

it('a password of nobody, or of an account without one, costs what a wrong one does', async () => {
  let runs = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    runs += 1
    return work()
  }
  const passwords = createPasswordHasher({ assertRoom: () => undefined, run })
  const stored = await passwords.hash('the right password')
  await passwords.verify(undefined, 'the first one makes what others are held against')
  const costOf = async (known: string | undefined, typed: string) => {
    const before = runs
    expect(await passwords.verify(known, typed)).toBe(false)
    return runs - before
  }
  for (const typed of ['a wrong password', 'no one has this password', 'wr\u0301ong', 'ﬁ']) {
    const wrong = await costOf(stored, typed)
    expect(wrong).toBeGreaterThan(0)
    for (const nobody of [undefined, '']) expect(await costOf(nobody, typed)).toBe(wrong)
  }
})
