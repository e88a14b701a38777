import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SecretSealer } from './secret-sealer.ts'

const sealer = new SecretSealer(randomBytes(32))
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('SecretSealer', () => {
  it('a sealed secret opens for its owner, and is never sealed alike', () => {
    const [one, other] = [sealer.seal(SECRET, 'whk_1'), sealer.seal(SECRET, 'whk_1')]
    expect(one).not.toBe(other)
    for (const sealed of [one, other]) {
      expect(sealed).not.toContain(SECRET)
      expect(sealer.open(sealed, 'whk_1')).toBe(SECRET)
    }
  })

  it.each([
    ['another owner', (sealed: string) => sealer.open(sealed, 'whk_2')],
    ['another key', (sealed: string) => new SecretSealer(randomBytes(32)).open(sealed, 'whk_1')],
    [
      'one changed character',
      (sealed: string) =>
        sealer.open(
          `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`,
          'whk_1',
        ),
    ],
    ['a cut text', (sealed: string) => sealer.open(sealed.slice(0, -4), 'whk_1')],
    ['the secret itself', () => sealer.open(SECRET, 'whk_1')],
    ['nothing', () => sealer.open('', 'whk_1')],
  ])('nothing opens with %s', (_, open) => {
    expect(open(sealer.seal(SECRET, 'whk_1'))).toBeUndefined()
  })
})
