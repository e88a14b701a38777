import { describe, expect, it } from 'vitest'
import { BodyBudget } from './body-budget.ts'

const MEBIBYTE = 1_024 * 1_024

describe('BodyBudget', () => {
  it('bounds the bytes of one caller, whatever others hold', () => {
    const budget = new BodyBudget()
    const imports = [1, 2, 3].map(() => budget.open('key_a'))
    for (const one of imports) expect(one.take(5 * MEBIBYTE)).toBe(undefined)
    const refusal = budget.open('key_a').take(5 * MEBIBYTE)
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 2 } })
    expect(budget.open('key_b').take(5 * MEBIBYTE)).toBe(undefined)
  })

  it('bounds the bytes of all, and has room for small bodies when bulk work has none', () => {
    const budget = new BodyBudget()
    for (const key of ['a', 'b', 'c']) budget.open(key).take(16 * MEBIBYTE)
    expect(budget.open('d').take(5 * MEBIBYTE)).toMatchObject({ code: 'UNAVAILABLE' })
    // A refused request holds no bytes.
    const small = Array.from({ length: 64 }, (_, number) => budget.open(`address ${number}`))
    for (const one of small.slice(0, 32)) expect(one.take(MEBIBYTE / 2)).toBe(undefined)
    expect(small[32]?.take(1)).toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('gives bytes back once the request is answered, and only once', () => {
    const budget = new BodyBudget()
    const account = budget.open('key_a')
    account.take(16 * MEBIBYTE)
    expect(budget.open('key_a').take(1)).toMatchObject({ code: 'RATE_LIMITED' })
    account[Symbol.dispose]()
    account[Symbol.dispose]()
    const next = budget.open('key_a')
    expect(next.take(16 * MEBIBYTE)).toBe(undefined)
    expect(next.take(1)).toMatchObject({ code: 'RATE_LIMITED' })
  })
})
