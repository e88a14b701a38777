import { expect, it } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

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
