import { describe, expect, it } from 'vitest'
import { questionPhrases } from './phrases.ts'
import { stem } from './stem.ts'

const labels = (text: string) => questionPhrases(text).phrases.map(({ label }) => label)

describe('stem', () => {
  it.each([
    ['tides', 'tide'],
    ['glasses', 'glass'],
    ['bodies', 'body'],
    ['boxes', 'box'],
    ['stopped', 'stop'],
    ['running', 'run'],
    ['glass', 'glass'],
    ['basis', 'basis'],
    ['king', 'king'],
    ['norway’s', 'norway'],
    ['潮汐', '潮汐'],
  ])('reduces %s to %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })

  it.each([
    ['estaciones', 'estación'],
    ['canaux', 'canal'],
    ['plateaux', 'plateau'],
    ['estações', 'estação'],
    ['guides', 'guide'],
  ])('is equal for %s and %s', (many, one) => {
    expect(stem(many)).toBe(stem(one))
  })

  it('is equal for the forms of a word', () => {
    expect(stem('erupted')).toBe(stem('erupting'))
  })
})

describe('questionPhrases', () => {
  it('returns the content words of a question, and pairs of neighbours', () => {
    expect(labels('How do I read a tide table near Oban?')).toEqual([
      'read',
      'tide',
      'tide table',
      'table',
      'Oban',
    ])
  })

  it('weighs names more than words, and two words more than one', () => {
    const { phrases } = questionPhrases('Does paddling near Harrow Head need radio permits?')
    const weight = (label: string) => phrases.find((phrase) => phrase.label === label)?.weight ?? 0
    expect(weight('Harrow Head')).toBeGreaterThan(weight('radio permits'))
    expect(weight('radio permits')).toBeGreaterThan(weight('radio'))
  })

  it.each([
    ['Wann ist Springtide in Wilhelmshaven?', 'Wilhelmshaven'],
    ['潮汐表はどこですか', '潮汐表'],
    ['龙井茶的历史是什么？', '龙井茶'],
    ['スキャン結果を保存できますか', 'スキャン結果'],
    ['Who was Duke of Normandy before him?', 'Duke of Normandy'],
    ['What is Scotland’s oldest harbour?', 'Scotland'],
    ['¿Cuándo hay marea viva?', 'marea'],
    ['<img src=x onerror=alert(1)> kelp', 'kelp'],
  ])('finds in %s the phrase %s', (text, label) => {
    expect(labels(text)).toContain(label)
  })

  it.each([
    ['What problems did the system have?', ['problems', 'system']],
    ['Who was Walter Grey Harbottle?', ['Walter', 'Grey', 'Harbottle']],
    ['When were kelp farms founded?', ['founded']],
  ])('takes in %s no part for a subject', (text, weak) => {
    const { phrases } = questionPhrases(text)
    const singles = phrases.filter(({ label, isWeak }) => isWeak && !label.includes(' '))
    expect(singles.map(({ label }) => label)).toEqual(weak)
  })

  it.each(['', '?', '1 2 3', '\u202Eabc\u202C'.repeat(500), 'x'.repeat(9_000), '=1+1'])(
    'returns few and clean phrases for %j',
    (text) => {
      const { phrases, bigrams } = questionPhrases(text)
      expect(phrases.length).toBeLessThanOrEqual(10)
      expect(bigrams.length).toBeLessThanOrEqual(40)
      for (const { label } of phrases) expect(label).toMatch(/^[\p{L}\p{N} '’-]{1,60}$/u)
    },
  )
})

describe('a verb', () => {
  const topicsOf = (text: string): string[] =>
    questionPhrases(text)
      .phrases.filter(({ isWeak }) => !isWeak)
      .map(({ label }) => label)

  it.each([
    ['Where can I rent wetsuits?', ['wetsuits']],
    ['Do you sell kayak paddles?', ['kayak', 'kayak paddles', 'paddles']],
    ['How to repair a paddle?', ['paddle']],
    ['Can we sail there?', []],
    ['¿Dónde puedo alquilar neoprenos?', ['neoprenos']],
    ['Comment louer un kayak ?', ['kayak']],
    ['Como alugar caiaques?', ['caiaques']],
    ['Wo kann ich Neoprenanzüge mieten?', ['Neoprenanzüge']],
    ['Waar kan ik kajaks huren?', ['kajaks']],
  ])('names no topic, and is no part of one: %s', (text, topics) => {
    expect(topicsOf(text)).toEqual(topics)
  })

  it.each([
    ['How long is the rent contract?', 'rent contract'],
    ['Can I See Kayaks rent boats?', 'Kayaks'],
    ['What is a kayak rental?', 'kayak rental'],
  ])('is a noun elsewhere: %s', (text, label) => {
    expect(topicsOf(text)).toContain(label)
  })
})
