import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { hashToken, LEAK_PATTERN, maskToken, mintToken, tokenFamily } from './tokens.ts'

const FAMILIES = [
  'key',
  'session',
  'partner',
  'oauthAccess',
  'oauthRefresh',
  'oauthCode',
  'oneTime',
] as const
const family = fc.constantFrom(...FAMILIES)
const random = fc.uint8Array({ minLength: 32, maxLength: 32 })
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARS = ALPHABET.split('')

// Computed with Python's zlib.crc32 and divmod.
const ZEROS = `ctbk_${'0'.repeat(43)}2puQy4`
const ONES = 'ctbs_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp10N2j4n'

describe('mintToken', () => {
  it('gives the same token for the same random bytes', () => {
    expect(mintToken('key', new Uint8Array(32))).toBe(ZEROS)
    expect(mintToken('session', new Uint8Array(32).fill(255))).toBe(ONES)
  })

  it('is 54 characters long and matches the leak pattern whatever the bytes', () => {
    fc.assert(
      fc.property(family, random, fc.nat(32), (kind, bytes, zeros) => {
        const token = mintToken(kind, bytes.fill(0, 0, zeros))
        expect(token).toHaveLength(54)
        expect(LEAK_PATTERN.exec(`key="${token}";`)?.[0]).toBe(token)
      }),
    )
  })

  it('uses every character of the alphabet about equally often and never repeats', () => {
    const tokens = Array.from({ length: 2_000 }, () => mintToken('key'))
    expect(new Set(tokens).size).toBe(tokens.length)
    const counts = new Map<string, number>()
    // The first character of the body is skewed: 2^256 is not a whole multiple of 62^42.
    for (const char of tokens.flatMap((token) => token.slice(6, 48).split(''))) {
      counts.set(char, (counts.get(char) ?? 0) + 1)
    }
    const expected = (2_000 * 42) / 62
    expect([...counts.keys()].toSorted().join('')).toBe(ALPHABET)
    for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.25)
  })
})

describe('tokenFamily', () => {
  it('recognises every token it mints', () => {
    fc.assert(
      fc.property(family, random, (kind, bytes) => {
        expect(tokenFamily(mintToken(kind, bytes))).toBe(kind)
      }),
    )
    for (const kind of FAMILIES) expect(tokenFamily(mintToken(kind))).toBe(kind)
  })

  it('refuses a token with any one character changed', () => {
    fc.assert(
      fc.property(family, random, fc.nat(53), fc.constantFrom(...CHARS, '_'), (...args) => {
        const [kind, bytes, index, char] = args
        const token = mintToken(kind, bytes)
        fc.pre(token.charAt(index) !== char)
        expect(tokenFamily(token.slice(0, index) + char + token.slice(index + 1))).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses two neighbouring characters swapped', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 5, max: 52 }), (bytes, index) => {
        const chars = mintToken('key', bytes).split('')
        fc.pre(chars[index] !== chars[index + 1])
        chars.splice(index, 2, chars[index + 1]!, chars[index]!)
        expect(tokenFamily(chars.join(''))).toBeUndefined()
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['a prefix alone', 'ctbk_'],
    ['a line break at the end', `${ZEROS}\n`],
    ['a line break as the last character', `${ZEROS.slice(0, -1)}\n`],
    ['a space before', ` ${ZEROS}`],
    ['an unknown family', ZEROS.replace('ctbk_', 'ctbx_')],
    ['another family', ZEROS.replace('ctbk_', 'ctbs_')],
    ['letters beyond ASCII', `ctbk_${'é'.repeat(49)}`],
    ['a checksum beyond 32 bits', `${ZEROS.slice(0, 48)}zzzzzz`],
  ])('refuses %s', (_what, text) => {
    expect(tokenFamily(text)).toBeUndefined()
  })

  it('refuses any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
        expect(tokenFamily(text)).toBeUndefined()
      }),
    )
  })
})

it('hashToken is the SHA-256 of the whole token', () => {
  const token = mintToken('session')
  expect(hashToken(token)).toEqual(createHash('sha256').update(token).digest())
  expect(hashToken(token)).toHaveLength(32)
})

describe('maskToken', () => {
  it('shows the prefix, four characters and the last four', () => {
    expect(maskToken(ONES)).toBe('ctbs_yhjs…2j4n')
  })

  it('shows nothing of a text that is no token', () => {
    expect(maskToken('hunter2')).toBe('…')
    expect(maskToken('')).toBe('…')
  })
})

it('LEAK_PATTERN leaves longer and shorter words alone', () => {
  expect(LEAK_PATTERN.test(`${ZEROS}A`)).toBe(false)
  expect(LEAK_PATTERN.test(`x${ZEROS}`)).toBe(false)
  expect(LEAK_PATTERN.test(ZEROS.slice(0, -1))).toBe(false)
})
