import { expect, it } from 'vitest'
import { HeadingIndex } from './headings.ts'
import { chooseTopic, readQuestion, type StoredPhrase } from './topic-rules.ts'

const NOWHERE = { scanned: null, title: null }
const asked = readQuestion('Are tide tables for kayaks exact?', NOWHERE)

/** Phrases of the site by their labels. */
const stored = (known: Readonly<Record<string, StoredPhrase>>) =>
  new Map(
    asked.phrases.flatMap(({ phrase, key }) => {
      const one = known[phrase.label]
      return one ? [[key, one] as const] : []
    }),
  )

const never = (): boolean => {
  throw new Error('No topic may begin here')
}

it('takes the topic that began with nearly the same question before all others', () => {
  const tides = stored({ 'tide tables': { seen: 9, topic: 3 } })
  expect(chooseTopic(asked, tides, 7, never)).toEqual({ by: 'known', topic: 7 })
})

it('takes the topic of the phrase that says most and that others had', () => {
  const both = stored({ kayaks: { seen: 90, topic: 4 }, 'tide tables': { seen: 2, topic: 3 } })
  expect(chooseTopic(asked, both, null, never)).toEqual({ by: 'known', topic: 4 })
})

it('begins a topic with the best phrase, while the site may have one more', () => {
  const choice = chooseTopic(asked, stored({}), null, () => true)
  expect(choice).toMatchObject({ by: 'new', phrase: { phrase: { label: 'tide tables' } } })
  const kayaks = stored({ kayaks: { seen: 0, topic: 4 } })
  expect(chooseTopic(asked, kayaks, null, () => false)).toEqual({ by: 'known', topic: 4 })
  expect(chooseTopic(asked, stored({}), null, () => false)).toEqual({ by: 'other' })
})

it('names a topic as the heading of the page does, and before a scan as its title', () => {
  const about = (scanned: readonly string[] | null, title: string | null) =>
    readQuestion('Are tide tables exact?', { scanned: scanned && new HeadingIndex(scanned), title })
      .heading?.phrase.label
  expect(about(['Kayaks', 'Using a tide table'], 'Tide')).toBe('tide table')
  expect(about(null, 'The tide table')).toBe('tide table')
  expect(about(null, null)).toBeUndefined()
})

it('knows nothing of a question whose text was not kept', () => {
  const unknown = readQuestion(null, { scanned: new HeadingIndex(['Tides']), title: 'Tides' })
  expect(chooseTopic(unknown, new Map(), null, never)).toEqual({ by: 'other' })
})

it('takes in a large site what the page is about before what nobody else asked', () => {
  const here = readQuestion('Are tide tables for kayaks exact?', {
    scanned: null,
    title: 'Landing on beaches | Paddlers',
  })
  const seen = (times: number) =>
    new Map(here.phrases.map(({ key }) => [key, { seen: times, topic: null }]))
  const labelOf = (met: ReadonlyMap<number, StoredPhrase>, isLarge: boolean) => {
    const choice = chooseTopic(here, met, null, () => true, isLarge)
    return choice.by === 'new' ? choice.phrase.phrase.label : choice.by
  }
  expect(labelOf(new Map(), true)).toBe('Landing on beaches')
  expect(labelOf(new Map(), false)).toBe('tide tables')
  expect(labelOf(seen(7), true)).toBe('tide tables')
})

it('knows a compound by its own words alone, and a word by the first compound of it', () => {
  const read = (text: string) => readQuestion(text, NOWHERE)
  const compound = read('Why tide tables?').phrases.find(
    ({ phrase }) => phrase.label === 'tide tables',
  )
  const known = new Map(
    [compound?.key ?? 0, ...(compound?.links ?? [])].map((key) => [key, { seen: 1, topic: 8 }]),
  )
  expect(chooseTopic(read('Why tides?'), known, null, never)).toEqual({ by: 'known', topic: 8 })
  const other = chooseTopic(read('Why spring tides?'), known, null, () => true)
  expect(other).toMatchObject({ by: 'new', phrase: { phrase: { label: 'spring tides' } } })
})
