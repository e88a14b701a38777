import { expect, it } from 'vitest'
import { frameOf, shownText, branchesOf } from '../../testing/drawn.ts'
import type { Answer } from './answer.ts'
import { drawAnswer } from './draw-answer.ts'
import { ENGLISH_TEXTS, type ChartTexts } from './english-texts.ts'
import { readAnswer } from './read-answer.ts'

/** The texts, of which each is a mark that names its entry. */
const marked = Object.fromEntries(
  Object.entries(ENGLISH_TEXTS).map(([name, text]) => [
    name,
    typeof text === 'string' ? `⟦${name}⟧` : (...parts: unknown[]) => `⟦${name} ${String(parts)}⟧`,
  ]),
  // @NOTE each entry has the form of the one that it stands for.
) as unknown as ChartTexts

const content = (columns: string[], rows: unknown[][], more: object = {}): Answer =>
  readAnswer({
    content: [],
    structuredContent: {
      site: '1.2',
      range: { from: '2026-11-16', to: '2026-11-22', timezone: '' },
      comparedWith: { from: '2026-11-09', to: '2026-11-15' },
      columns,
      rows,
      notes: ['0', '1', '2', '3'],
      nextCursor: '1',
      ...more,
    },
  })

const days = ['2026-11-16', '2026-11-17', '2026-11-18']

it.each([
  ['nothing yet', { kind: 'waiting' }],
  ['a question that was taken back', { kind: 'cancelled' }],
  ['a refusal', { kind: 'refused', text: '1' }],
  ['an empty text', { kind: 'text', text: '' }],
  ['no rows', content(['path', 'questions'], [])],
  [
    'an overview',
    content(
      ['metric', 'value', 'ci95_low', 'ci95_high', 'previous', 'verdict', 'usual_pct'],
      [
        ['a', 1, 0, 2, 1, 'usual', '-1..any'],
        ['b', 1, null, null, 1, 'unusual_up', 'any..2'],
        ['c', 1, null, null, 1, 'not_comparable', null],
      ],
    ),
  ],
  [
    'a breakdown',
    content(
      ['path', 'a', 'b', 'c', 'd', 'a_change_pct', 'verdict', 'too_few'],
      Array.from({ length: 20 }, (_, i) => [i % 2 === 0 ? null : '1', 1, 1, 1, 1, 3, 'usual', 'a']),
    ),
  ],
  [
    'a series',
    content(
      ['time', 'a', 'a_previous', 'too_few'],
      days.map((day) => [day, 1, 1, 'a']),
      { notes: [`not whole days: ${days.join(', ')}`] },
    ),
  ],
  [
    'a series of groups',
    content(
      ['time', 'b', 'a'],
      Array.from({ length: 9 }, (_, i) => [days[0], i === 0 ? null : String(i), i]),
    ),
  ],
  [
    'a table',
    content(
      Array.from({ length: 9 }, () => 'a'),
      [['1', '2']],
    ),
  ],
] as [string, Answer][])('%s says its sentences in the language that it is given', (_, answer) => {
  const drawn = drawAnswer(answer, { ...frameOf({}, 320), texts: marked })
  const attributes = branchesOf(drawn).flatMap(({ attributes: own }) =>
    ['title', 'aria-label', 'aria-valuetext'].flatMap((name) => String(own[name] ?? '')),
  )
  const told = [shownText(drawn), ...attributes].join(' ').replaceAll(/⟦[^⟧]*⟧/g, '')
  // The remaining words are days and months, which the formats write.
  expect(told.replaceAll(/Nov|Mon|Tue|Wed|Sun/g, '')).not.toMatch(/\p{L}/u)
})
