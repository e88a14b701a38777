import { describe, expect, it } from 'vitest'
import { missedLimits, verdictsByOrigin, sheetVerdicts } from './count-verdicts.ts'
import { drawPages } from './draw-pages.ts'
import { judgedSheet, type Sheet } from './sheet.ts'

const OK = { language: 'ok', type: 'ok', title: 'ok', text: 'ok' } as const

const question = (verdict: string | null, origin = 'page') => ({ text: 'Why?', origin, verdict })

const page = (path: string, questions: unknown[], verdicts: unknown = OK) => ({
  path,
  language: 'en',
  type: 'article',
  title: 'Tea',
  ...(verdicts !== undefined && { verdicts }),
  questions,
  note: '',
  words: 3,
  text: 'Tea is hot.',
})

const sheet = (pages: unknown[], name: string | null = 'ok') =>
  JSON.stringify({
    about: 'Pages to be judged; bench/judgements/README.md says how',
    seed: 's',
    sites: [{ site: 'tea', source: 'tea/tea', name: 'Tea', verdicts: { name }, pages }],
  })

const read = (pages: unknown[]): Sheet => judgedSheet(sheet(pages), 'tea.json')

describe('a sheet', () => {
  it('is counted by what was judged, sets of questions only where there are some', () => {
    const judged = read([
      page('/', []),
      page('/a', [question('good'), question('acceptable', 'owner')]),
      page('/b', [question('good'), question('filler')], { ...OK, type: 'other' }),
      { ...page('/c', [question('wrong', 'model')]), verdicts: undefined },
    ])
    expect(sheetVerdicts(judged.sites)).toEqual({
      language: { some: 3, of: 3 },
      type: { some: 2, of: 3 },
      wrongType: { some: 0, of: 3 },
      title: { some: 3, of: 3 },
      text: { some: 3, of: 3 },
      name: { some: 1, of: 1 },
      sets: { some: 1, of: 3 },
    })
    expect(verdictsByOrigin(judged)).toMatchObject([
      { origin: 'owner', questions: 1, acceptable: 1, sets: { some: 1, of: 1 } },
      { origin: 'page', questions: 3, good: 2, filler: 1, sets: { some: 1, of: 2 } },
      { origin: 'model', questions: 1, wrong: 1, sets: { some: 0, of: 1 } },
    ])
    expect(missedLimits(judged)).toEqual(['85 % of the sets acceptable', 'no filler'])
    expect(missedLimits(read([page('/', [])]))).toEqual([])
  })

  it.each([
    ['a verdict that is missing', sheet([page('/', [question(null)])]), 'tea/: Why?'],
    ['a page that nobody judged', sheet([page('/', [], { ...OK, title: null })]), 'tea/: title'],
    ['a name that nobody judged', sheet([], null), 'tea: name'],
    ['a word that is no verdict', sheet([page('/', [question('fine')])]), 'verdict'],
    ['a field of another name', sheet([page('/', [], { ...OK, look: 'ok' })]), 'look'],
    ['another text', '{"sites": []}', 'no sheet'],
    ['no JSON', '{', 'no JSON'],
  ])('is refused for %s', (_, text, message) => {
    expect(() => judgedSheet(text, 'tea.json')).toThrow(message)
  })
})

it('the same seed draws the same pages, and asking ones besides', () => {
  const all = Array.from({ length: 60 }, (_, at) => ({
    path: `/${at}`,
    questions: at % 2 ? [1] : [],
  }))
  const drawn = drawPages('tea', all, { seed: 'a', pages: 12, asking: 20 })
  expect(drawPages('tea', all.toReversed(), { seed: 'a', pages: 12, asking: 20 })).toEqual(drawn)
  expect(drawPages('tea', all, { seed: 'b', pages: 12, asking: 20 })).not.toEqual(drawn)
  expect([drawn.whole.length, drawn.asking.length]).toEqual([12, 20])
  expect(drawn.asking.every((one) => one.questions.length > 0 && !drawn.whole.includes(one))).toBe(
    true,
  )
})
