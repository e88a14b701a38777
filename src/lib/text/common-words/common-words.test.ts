import { expect, it } from 'vitest'
import { commonWordsNow, commonWordsOf, withoutAccents } from './common-words.ts'

it.each([
  ['de', 'tatsächlich', 'osmose'],
  ['en', 'eventually', 'quokka'],
  ['es', 'también', 'desecación'],
  ['fr', 'été', 'dessiccation'],
  ['it', 'perché', 'essiccatoio'],
  ['ja', '学校', 'クマムシ'],
  ['ko', '시간', '완보동물'],
  ['nl', 'uiteindelijk', 'uitdroging'],
  ['pl', 'później', 'osuszanie'],
  ['pt', 'não', 'dessecação'],
  ['sv', 'människor', 'uttorkning'],
  ['tr', 'değil', 'kurutma'],
  ['zh', '学校', '缓步动物'],
])('%s has %s, and not %s', async (language, common, rare) => {
  const words = await commonWordsOf(language)
  expect(words.size).toBeGreaterThan(9_000)
  expect(words).toContain(withoutAccents(common))
  expect(words).not.toContain(withoutAccents(rare))
})

it('a list that was read before is the same one', async () => {
  expect(commonWordsNow('de')).toBe(await commonWordsOf('de'))
  expect(await commonWordsOf('nl')).toBe(commonWordsNow('nl'))
  expect(commonWordsNow('xx').size).toBe(0)
})

it('a language that is not known has none', async () => {
  expect((await commonWordsOf('xx')).size).toBe(0)
})

it('accents are left out, and marks that make another letter are not', () => {
  expect(['también', 'Ł', 'が', '각'].map(withoutAccents)).toEqual(['tambien', 'Ł', 'が', '각'])
})
