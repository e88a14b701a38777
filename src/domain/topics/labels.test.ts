import { describe, expect, it } from 'vitest'
import { chooseTopic, readQuestion } from './topic-rules.ts'

/** Returns the label of the topic that a question would begin on a site that knows nothing. */
function labelOf(question: string, siteLanguage: string | null = null): string {
  const about = readQuestion(question, { scanned: null, title: null, siteLanguage })
  const choice = chooseTopic(about, new Map(), null, () => true)
  return choice.by === 'new' ? choice.phrase.phrase.label : choice.by
}

describe('a label', () => {
  it.each([
    ['How do tide tables work?', 'tide tables'],
    ['Are kelp forests deep?', 'kelp forests'],
    ['Can tide tables be printed?', 'tide tables'],
    ['How do I free a jammed skeg?', 'jammed skeg'],
    ['What do I do when the kayak broaches?', 'kayak'],
    ['Who makes tide tables?', 'tide tables'],
    ['Was kann ich tun gegen Schimmel?', 'Schimmel'],
    ['Was tun gegen Schimmel im Bad?', 'Schimmel'],
    ['Lohnt sich eine Wärmepumpe?', 'Wärmepumpe'],
    ['Ab wann lohnt sich Photovoltaik?', 'Photovoltaik'],
    ['Wie lange dauert die Installation?', 'Installation'],
    ['Comment louer un kayak ?', 'kayak'],
    ['Quelle pompe à chaleur choisir ?', 'pompe à chaleur'],
    ['¿Cómo se lee una tabla de mareas?', 'tabla de mareas'],
    ['¿Se puede acampar en la playa?', 'playa'],
    ['Quanto costa una pompa di calore?', 'pompa di calore'],
    ['Quanto custa uma bomba de calor?', 'bomba de calor'],
    ['Hoeveel kost een warmtepomp?', 'warmtepomp'],
    ['Vad kostar en värmepump?', 'värmepump'],
    ['Jaka pompa ciepła jest najlepsza?', 'pompa ciepła'],
    ['Какой насос выбрать?', 'насос'],
    ['Isı pompası nedir?', 'Isı pompası'],
    ['潮汐表はどこですか', '潮汐表'],
    ['热泵的价格是多少？', '热泵'],
    ['히트펌프는 얼마인가요?', '히트펌프'],
  ])('of %s is its noun phrase %s', (question, label) => {
    expect(labelOf(question)).toBe(label)
  })

  it.each([
    ['Lohnt sich das?', 'Lohnt sich das'],
    ['Was kann ich tun?', 'Was kann ich tun'],
    ['lohnt sich das noch', 'lohnt sich das noch'],
    ['Is it worth it?', 'Is it worth it'],
    ['How long does it take?', 'How long does it take'],
    ['When should I worry?', 'When should I worry'],
    ['¿Cuánto tarda?', 'Cuánto tarda'],
    ['如何安装热泵', '如何安装热泵'],
  ])('of %s, which has none, is the question', (question, label) => {
    expect(labelOf(question)).toBe(label)
  })

  it('is no question where the words may not be kept, and none longer than a label', () => {
    const about = readQuestion('Lohnt sich das?', { scanned: null, title: null, mayQuote: false })
    expect(chooseTopic(about, new Map(), null, () => true)).toEqual({ by: 'other' })
    const long = labelOf(`Lohnt sich das ${'und das '.repeat(30)}?`)
    expect(long.length).toBeLessThanOrEqual(60)
    expect(long).toMatch(/ (?:und|das)$/)
  })
})
