import { describe, expect, it } from 'vitest'
import { HeadingIndex, headingIn } from './headings.ts'
import { questionPhrases } from './phrases.ts'

/** The title of a page, then its headings. */
const PADDLING = [
  'Sea kayaking around Oban',
  'Reading the tide tables',
  'Choosing a paddle',
  'Paddle length',
  'Landing on a beach',
  'Weather and wind',
  'Radio permits',
  'Where to launch near Harrow Head',
]

const topicIn = (index: HeadingIndex, question: string): string | null =>
  headingIn(index, questionPhrases(question).stems)?.label ?? null

const topicOf = (question: string, headings: readonly string[] = PADDLING): string | null =>
  topicIn(new HeadingIndex(headings), question)

describe('headingIn', () => {
  it.each([
    ['How do I read a tide table?', 'tide tables'],
    ['Which length should my paddle have?', 'Paddle length'],
    ['Do I need a permit for the radio?', 'Radio permits'],
    ['Is landing in surf hard?', 'Landing'],
    ['Can I park at Harrow Head?', 'Harrow Head'],
    ['Does the wind matter?', 'wind'],
  ])('finds for %s the words %s', (question, label) => {
    expect(topicOf(question)).toBe(label)
  })

  it.each([
    'What does a dry suit cost?',
    'Why?',
    '',
    '潮汐表はどこですか',
    'Could my nephew bring his old inflatable dinghy, two dogs, a guitar and a paddle?',
  ])('finds nothing for %s', (question) => {
    expect(topicOf(question)).toBeNull()
  })

  it('is named by what both say, as the heading writes it', () => {
    const { stems } = questionPhrases('When did the steam engines appear?')
    expect(headingIn(new HeadingIndex(['Steam engine, part 2']), stems)).toMatchObject({
      key: 'steam engine',
      label: 'Steam engine',
    })
  })

  it('prefers words that few headings of the page have', () => {
    const headings = [
      'Tides',
      'Tides in spring',
      'Tides and moon',
      'Tides and depth',
      'Tides at sea',
    ]
    expect(topicOf('How does the moon move tides?', headings)).toBe('moon')
  })

  it('prefers the shorter of two headings with the same words', () => {
    const headings = ['What a marina charges for a berth in winter and summer', 'Berth']
    expect(topicOf('Is a berth free?', headings)).toBe('Berth')
    expect(topicOf('Is a berth free?', headings.toReversed())).toBe('Berth')
  })

  it('prefers the first of equal headings', () => {
    expect(topicOf('Is kelp edible?', ['Kelp forest', 'Kelp farm'])).toBe('Kelp')
    expect(topicOf('Kelp forest or kelp farm?', ['Kelp forest', 'Kelp farm'])).toBe('Kelp forest')
    expect(topicOf('Kelp forest or kelp farm?', ['Kelp farm', 'Kelp forest'])).toBe('Kelp farm')
  })

  it('counts a repeated heading once', () => {
    const once = ['Guide to Skye', 'Ferry', 'Camping']
    const often = [...once, ...Array.from({ length: 20 }, () => 'Ferry')]
    expect(topicOf('When does the ferry leave Mallaig on Sundays?', often)).toBe(
      topicOf('When does the ferry leave Mallaig on Sundays?', once),
    )
  })

  it('does not depend on earlier questions', () => {
    const index = new HeadingIndex(['Ferry food', 'Ferry prices'])
    const first = topicIn(index, 'What are the ferry prices?')
    expect(topicIn(index, 'What are the ferry food?')).toBe('Ferry food')
    expect(topicIn(index, 'What are the ferry prices?')).toBe(first)
    expect(first).toBe('Ferry prices')
  })
})

describe('headingIn on hostile headings', () => {
  it('reads no more than a hundred headings', () => {
    const many = [...Array.from({ length: 100 }, (_, i) => `Part ${i} alpha`), 'Tide tables']
    expect(topicOf('Are tide tables right?', many)).toBeNull()
    expect(topicOf('Are tide tables right?', many.slice(1))).toBe('Tide tables')
  })

  it.each([
    '\u202Etide tables\u202C\u0000',
    '<script>tide tables</script>',
    `tide tables ${'x'.repeat(1_000_000)}`,
    'tide tables '.repeat(100_000),
    '=HYPERLINK("https://x.example") tide tables',
  ])('returns a clean name: %#', (heading) => {
    expect(topicOf('Are tide tables right?', [heading])).toBe('tide tables')
  })

  it.each(['', '?', '\u0000', '́'.repeat(10_000), '漢'.repeat(10_000)])(
    'finds nothing in headings without words: %#',
    (heading) => {
      expect(topicOf('Are tide tables right?', [heading])).toBeNull()
    },
  )
})
