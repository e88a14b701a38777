import { expect, it } from 'vitest'
import { findTxtRecord, type ResolveTxt } from './find-txt-record.ts'

const NAME = '_citable.shop.example'
const find = (resolve: ResolveTxt, timeoutMs?: number) =>
  findTxtRecord(resolve, NAME, 'citable-verification=1', timeoutMs)
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

it.each([
  [[['citable-verification=1']]],
  [[['v=spf1 -all'], ['citable-verification=1']]],
  [[['citable-veri', 'fication=1']]],
  [[[' citable-verification=1 ']]],
])('the text is found in the records %j', async (records) => {
  expect(await find(async () => records)).toBe(undefined)
})

it.each([
  [async () => [], 'no_record'],
  [async () => [['citable-verification=2'], []], 'other_text'],
  [failing('ENOTFOUND'), 'no_record'],
  [failing('ENODATA'), 'no_record'],
  [failing('ETIMEOUT'), 'timeout'],
  [failing('ESERVFAIL'), 'unreachable'],
] as const)('what is not found is told: %#', async (resolve, code) => {
  const failure = await find(resolve)
  expect(failure?.code).toBe(code)
  expect(failure?.reason).toContain(NAME)
})

it('name servers that never answer are waited for no longer than the time limit', async () => {
  expect(await find(() => new Promise(() => {}), 1)).toMatchObject({ code: 'timeout' })
})

it('an error that no name server makes is thrown', async () => {
  await expect(find(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})
