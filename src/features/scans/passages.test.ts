import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

const sentence = 'The tide turns twice a day along this coast. '

describe('passagesOf', () => {
  it('puts short paragraphs of one heading together, and never two headings', () => {
    expect(
      passagesOf([
        { heading: 'Tides', text: 'One.\nTwo.' },
        { heading: 'Winds', text: 'Three.' },
        { heading: 'Nothing', text: '' },
      ]),
    ).toEqual([
      { heading: 'Tides', text: 'One.\nTwo.' },
      { heading: 'Winds', text: 'Three.' },
    ])
  })

  it('begins a new one where it would grow too long', () => {
    const paragraph = sentence.repeat(10).trim()
    const passages = passagesOf([{ heading: '', text: [paragraph, paragraph, 'End.'].join('\n') }])
    expect(passages.map(({ text }) => text)).toEqual([paragraph, `${paragraph}\nEnd.`])
  })

  it('cuts a very long paragraph where sentences end, and loses none of its words', () => {
    const text = sentence.repeat(100).trim()
    const passages = passagesOf([{ heading: 'Tides', text }])
    expect(passages.length).toBeGreaterThan(3)
    for (const passage of passages) expect(passage.text).toMatch(/^The tide .*coast\.$/s)
    expect(passages.map((passage) => passage.text).join(' ')).toBe(text)
  })

  it.each([
    ['a word without end', 'x'.repeat(1e6)],
    ['signs of two halves', `a${'😀'.repeat(1e5)}`],
    ['spaces', ' '.repeat(1e6)],
    ['lines', '\n'.repeat(1e6)],
  ])('bounds %s', (_, text) => {
    const passages = passagesOf([{ heading: '', text }])
    expect(passages.length).toBeLessThanOrEqual(200)
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThanOrEqual(1_400)
      expect(passage.text.isWellFormed()).toBe(true)
    }
  })
})
