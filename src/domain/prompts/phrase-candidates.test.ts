import { describe, expect, it } from 'vitest'
import { phraseCandidates } from './phrase-candidates.ts'
import { keyphraseSource } from './testing/keyphrase-source.ts'
import { segmentWords } from './segment-words.ts'

describe('phraseCandidates', () => {
  it('counts by stems and shows the words that came first', () => {
    expect(
      phraseCandidates(keyphraseSource({ title: 'Tide tables', text: 'A tide table. Tide!' })),
    ).toEqual([
      { key: 'tide table', text: 'Tide tables', words: 2, tf: 5, isProminent: true },
      { key: 'tide', text: 'Tide', words: 1, tf: 6, isProminent: true },
      { key: 'table', text: 'tables', words: 1, tf: 5, isProminent: true },
    ])
  })

  it('leaves out spellings of more than 60 characters', () => {
    const [first, second] = ['a'.repeat(29), 'b'.repeat(30)]
    const found = phraseCandidates(
      keyphraseSource({ title: `${first} ${second}s`, h1: `${first} ${second}` }),
    )
    expect(found.map(({ text, tf }) => [text, tf])).toEqual([
      [first, 7],
      [`${second}s`, 7],
      [`${first} ${second}`, 3],
    ])
  })

  it('keeps the hundred with the highest score, equal scores by key', () => {
    const names = Array.from({ length: 300 }, (_, i) => `name${String(999 - i)}x`)
    const found = phraseCandidates(keyphraseSource({ title: 'Zebra', text: names.join('. ') }))
    expect(found.map(({ key }) => key)).toEqual(['zebra', ...names.toSorted().slice(0, 99)])
  })

  it('does not depend on the pages before', () => {
    const page = keyphraseSource({
      title: 'The harbour of Oban',
      text: 'Harbours, boats and a boat.',
    })
    const first = phraseCandidates(page)
    for (let i = 0; i < 30; i++) {
      const words = Array.from({ length: 1_000 }, (_, n) => `word${i}n${n}`)
      phraseCandidates(
        keyphraseSource({ text: words.join(' '), language: ['en', 'de', 'fr'][i % 3]! }),
      )
    }
    expect(phraseCandidates(page)).toEqual(first)
  })
})

describe('segmentWords', () => {
  const texts = (text: string) => segmentWords(text, 100).map((word) => word.text)

  it('finds words around those of a script without spaces', () => {
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

  it('joins words across nothing and across one space', () => {
    const joins = segmentWords('a b  c, d 東京都庁', 100).map((word) => word.joinsPrevious)
    expect(joins.slice(0, 4)).toEqual([false, true, false, false])
    expect(joins.slice(4).every(Boolean)).toBe(true)
  })
})
