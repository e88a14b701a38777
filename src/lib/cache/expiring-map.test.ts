import { describe, expect, it } from 'vitest'
import { ExpiringMap } from './expiring-map.ts'

describe('an expiring map', () => {
  it('has an entry until its lifetime is over, and again once it is set anew', () => {
    const map = new ExpiringMap<string, string>({ maxEntries: 4, lifetimeMs: 1_000 })
    map.set('a', 'first', 5_000)
    expect(map.get('a', 5_999)).toBe('first')
    expect(map.get('a', 6_000)).toBeUndefined()
    map.set('a', 'second', 6_000)
    expect(map.get('a', 6_999)).toBe('second')
    map.delete('a')
    expect(map.get('a', 6_999)).toBeUndefined()
  })

  it('has nothing that a clock set which was ahead', () => {
    const map = new ExpiringMap<string, string>({ maxEntries: 4, lifetimeMs: 1_000 })
    map.set('a', 'ahead', 9_000)
    expect(map.get('a', 8_999)).toBeUndefined()
  })

  it('forgets the half that was not used for longest when it is full', () => {
    const map = new ExpiringMap<number, number>({ maxEntries: 4, lifetimeMs: 1_000 })
    for (const key of [1, 2, 3, 4, 5]) map.set(key, key, 0)
    expect([1, 2, 5].map((key) => map.get(key, 0))).toEqual([undefined, undefined, 5])
  })
})
