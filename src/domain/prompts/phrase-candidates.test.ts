import { describe, expect, it } from 'vitest'
import { phraseCandidates } from './phrase-candidates.ts'
import { source } from './testing/keyphrase-source.ts'
import { wordsOf } from './words.ts'

describe('the phrase candidates of a page', () => {
  it('are counted by stems and told in the words that stood first', () => {
    expect(phraseCandidates(source({ title: 'Tide tables', text: 'A tide table. Tide!' }))).toEqual(
      [
        { key: 'tide table', text: 'Tide tables', words: 2, tf: 5, isProminent: true },
        { key: 'tide', text: 'Tide', words: 1, tf: 6, isProminent: true },
        { key: 'table', text: 'tables', words: 1, tf: 5, isProminent: true },
      ],
    )
  })

  it('of more than 60 characters are left out, until they are written shorter', () => {
    const [first, second] = ['a'.repeat(29), 'b'.repeat(30)]
    const found = phraseCandidates(
      source({ title: `${first} ${second}s`, h1: `${first} ${second}` }),
    )
    expect(found.map(({ text, tf }) => [text, tf])).toEqual([
      [first, 7],
      [`${second}s`, 7],
      [`${first} ${second}`, 3],
    ])
  })

  it('are the hundred with the highest score, the same score by key', () => {
    const names = Array.from({ length: 300 }, (_, i) => `name${String(999 - i)}x`)
    const found = phraseCandidates(source({ title: 'Zebra', text: names.join('. ') }))
    expect(found.map(({ key }) => key)).toEqual(['zebra', ...names.toSorted().slice(0, 99)])
  })

  it('do not depend on the pages before', () => {
    const page = source({ title: 'The harbour of Oban', text: 'Harbours, boats and a boat.' })
    const first = phraseCandidates(page)
    for (let i = 0; i < 30; i++) {
      const words = Array.from({ length: 1_000 }, (_, n) => `word${i}n${n}`)
      phraseCandidates(source({ text: words.join(' '), language: ['en', 'de', 'fr'][i % 3]! }))
    }
    expect(phraseCandidates(page)).toEqual(first)
  })
})

describe('the words of a text', () => {
  const texts = (text: string) => wordsOf(text, 100).map((word) => word.text)

  it('are found around those of a script without spaces', () => {
    expect(texts('Visit the tower 東京 in Tokyo, 2026.')).toEqual([
      'Visit',
      'the',
      'tower',
      '東京',
      'in',
      'Tokyo',
      '2026',
    ])
  })

  it('join the one before across nothing and one space', () => {
    const joins = wordsOf('a b  c, d 東京都庁', 100).map((word) => word.joinsPrevious)
    expect(joins.slice(0, 4)).toEqual([false, true, false, false])
    expect(joins.slice(4).every(Boolean)).toBe(true)
  })
})
