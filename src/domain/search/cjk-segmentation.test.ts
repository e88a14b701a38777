import { describe, expect, it } from 'vitest'
import { countWords, pathWords, searchWords, toSearchTerm } from '../../../db/search/full-text.ts'
import {
  hasCjkRuns,
  isCjkChar,
  normaliseCjkRuns,
  toIndexText,
  toSearchText,
  removeCjkRuns,
} from './cjk-segmentation.ts'

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

describe('runs of CJK text', () => {
  it.each([
    ['Japanese', '茶道の歴史', '茶道 道の の歴 歴史 史'],
    ['Chinese', '龙井茶', '龙井 井茶 茶'],
    ['a single character', '茶', '茶'],
    ['mixed scripts', 'iPhone用ケースv2', 'iPhone 用ケ ケー ース ス v2'],
    ['Korean', '경복궁 입구', '경복 복궁 궁 입구 구'],
    ['Thai without its marks', 'ที่นี่', 'ทน น'],
    ['beyond the basic plane', '𠮷野家', '𠮷野 野家 家'],
    ['punctuation between', '抹茶。煎茶', '抹茶 茶 。 煎茶 茶'],
  ])('are indexed as bigrams and their last character: %s', (_, text, indexed) => {
    expect(words(toIndexText(text))).toEqual(words(indexed))
  })

  it('are searched as bigrams, or as one character', () => {
    expect(words(toSearchText('茶道の歴史 茶'))).toEqual(['茶道', '道の', 'の歴', '歴史', '茶'])
  })

  it.each([
    ['narrow kana', 'ｶﾞﾗｽ', 'ガラス'],
    ['kana with a mark of its own', 'か\u3099く', 'がく'],
    ['Hangul in parts', '한'.normalize('NFD'), '한'],
    ['compatibility forms', '\uF914山', '樂山'],
  ])('are normalised to one spelling: %s', (_, one, other) => {
    expect(toIndexText(one)).toBe(toIndexText(other))
    expect(normaliseCjkRuns(one)).toBe(normaliseCjkRuns(other))
  })

  it('leave wide Latin letters beside them as ordinary ones', () => {
    expect(words(toIndexText('ＡＢＣの歌'))).toEqual(['ABC', 'の歌', '歌'])
    expect(searchWords('ＡＢＣ')).toEqual(['abc'])
  })

  it.each(['', 'Plain words, as they come: 1.', 'Übung — naïve café ☕🍵 ﬁ x²', 'Москва', 'مرحبا'])(
    'leave all other text as it is: %s',
    (text) => {
      expect(hasCjkRuns(text)).toBe(false)
      for (const map of [toIndexText, toSearchText, normaliseCjkRuns, removeCjkRuns])
        expect(map(text)).toBe(text)
    },
  )

  it('include every letter and digit of their scripts', () => {
    const missed: string[] = []
    const isOfScript =
      /(?=[\p{L}\p{N}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const char = String.fromCodePoint(code)
      if (isOfScript.test(char) && !hasCjkRuns(char)) missed.push(code.toString(16))
    }
    expect(missed).toEqual([])
  })

  it('are found without failure in any text', () => {
    for (const text of [
      '茶'.repeat(1e5),
      '\u3099'.repeat(1e5),
      'ﾞ'.repeat(1e5),
      '\uD840',
      '茶\uD840',
    ]) {
      expect(toIndexText(text).length).toBeLessThanOrEqual(text.length * 4 + 2)
    }
  })
})

describe('the words of a search', () => {
  it('are at most 24, of letters and digits only', () => {
    const found = searchWords(
      `"茶" OR NEAR(道*) ${'甲乙丙丁戊己庚辛壬癸'.repeat(20)}子丑寅卯辰巳午未申酉戌亥`,
    )
    expect(found.length).toBeLessThanOrEqual(24)
    for (const word of found) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
  })

  it('ask for whole words, and for what begins with a single character', () => {
    expect(['tea', '茶道', '茶'].map(toSearchTerm)).toEqual([
      { words: ['tea'], isBeginning: false },
      { words: ['茶道'], isBeginning: false },
      { words: ['茶'], isBeginning: true },
    ])
    expect(isCjkChar('t')).toBe(false)
  })

  it('are counted in a text', () => {
    expect(countWords('日本茶の歴史と Tea', searchWords('茶 歴史 tea coffee'))).toBe(3)
  })

  it('leave out the punctuation of a path', () => {
    expect(words(pathWords('/docs/茶道-guide_1'))).toEqual(['docs', '茶道', '道', 'guide', '1'])
  })
})
