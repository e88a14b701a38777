import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

describe('a bounded map', () => {
  it('forgets the half that was not used for longest', () => {
    const map = new BoundedMap<string, number>(4)
    for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at)
    expect(map.get('a')).toBe(0)
    map.set('d', 3)
    expect(['a', 'b', 'd'].map((key) => map.get(key))).toEqual([0, undefined, 3])
  })

  it('has what was set last for a key, and not what was deleted', () => {
    const map = new BoundedMap<string, number>(4)
    for (const key of ['a', 'b', 'c']) map.set(key, 1)
    map.set('a', 2)
    expect(map.get('a')).toBe(2)
    map.delete('a')
    map.delete('c')
    expect([map.get('a'), map.get('c'), map.get('b')]).toEqual([undefined, undefined, 1])
    map.clear()
    expect(map.get('b')).toBeUndefined()
  })

  it('makes what is not there once', () => {
    const map = new BoundedMap<string, number>(4)
    let made = 0
    const make = (): number => ++made
    expect([map.getOrMake('a', make), map.getOrMake('a', make), made]).toEqual([1, 1, 1])
  })

  it('gives only what was set, and always the half that was used last', () => {
    const step = fc.tuple(fc.constantFrom('get', 'set', 'delete'), fc.nat({ max: 20 }))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 200 }),
        (half, steps) => {
          const map = new BoundedMap<number, number>(2 * half)
          /** The entries that were set, in the order of their use. */
          const model = new Map<number, number>()
          for (const [at, [what, key]] of steps.entries()) {
            const expected = model.get(key)
            const isOfLast = [...model.keys()].slice(-half).includes(key)
            const found = map.get(key)
            expect(isOfLast || found !== undefined ? found : expected).toBe(expected)
            model.delete(key)
            if (what === 'delete') map.delete(key)
            else if (what === 'set') map.set(key, at)
            const value = what === 'set' ? at : found
            if (what !== 'delete' && value !== undefined) model.set(key, value)
          }
        },
      ),
    )
  })

  it('holds no more than it may', () => {
    const map = new BoundedMap<number, number>(10)
    for (let key = 0; key < 1_000; key++) map.set(key, key)
    const kept = Array.from({ length: 1_000 }, (_, key) => key).filter(
      (key) => map.get(key) !== undefined,
    )
    expect(kept.length).toBeLessThanOrEqual(10)
  })
})
