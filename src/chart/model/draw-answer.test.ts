import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchesOf, Drawn, frameOf, shownText } from '../../testing/drawn.ts'
import { HOSTILE_TEXTS } from '../../testing/hostile-texts.ts'
import type { Leaf } from './branch.ts'
import { drawAnswer } from './draw-answer.ts'
import { readAnswer } from './read-answer.ts'

const draw = (result: unknown): Leaf[] => drawAnswer(readAnswer(result), frameOf())

describe('an overview', () => {
  it('has a tile for each metric: the value, its interval, what was before, and the change', () => {
    const drawn = new Drawn({
      site: 'tideline.example',
      range: { from: '2026-10-26', to: '2026-11-22', timezone: 'Europe/Berlin' },
      columns: [
        'metric',
        'value',
        'ci95_low',
        'ci95_high',
        'previous',
        'change_pct',
        'verdict',
        'usual_pct',
      ],
      rows: [
        ['impressions', 21201, null, null, 17576, 20.6, 'unusual_up', '-9..11'],
        ['ai_ctr', 0.05674, 0.05371, 0.05994, 0.04916, 15.4, 'usual', '-18..22'],
        ['return_rate', null, null, null, 0, null, null, null],
      ],
    })
    expect(drawn.texts('li')).toEqual([
      'Impressions21,201▲ unusual rise 20.6%before 17,576',
      'AI CTR5.67%usual +15.4%before 4.92%likely 5.37% – 5.99%',
      'Return rate–before 0%',
    ])
    expect(drawn.texts('header')).toEqual([
      'tideline.example · Overview26 Oct – 22 Nov 2026 · Europe/Berlin',
    ])
  })
})

describe('an answer', () => {
  it('without rows says so, with the notes that say why', () => {
    const drawn = new Drawn({ columns: ['path', 'questions'], notes: ['data begins 2026-09-24'] })
    expect(drawn.text).toBe('By pathNothing was counted here.data begins 2026-09-24')
  })

  it('tells first what is so of it alone, then what its metrics mean', () => {
    const notes = [
      'visitors are daily uniques summed; a reader of two days counts twice',
      'today (Europe/Berlin) is not over, so its numbers still grow',
      'engine: ChatGPT → chatgpt',
      'not whole days: 2026-11-22',
    ]
    const drawn = new Drawn({
      columns: ['path', 'questions'],
      rows: [['/a', 1]],
      notes,
      nextCursor: 'c',
    })
    expect(drawn.texts('p', 'note')).toEqual([
      'There are more than these 1; the assistant can ask for the next.',
      notes[1],
      notes[2],
      notes[0],
    ])
    expect(drawn.texts('summary')).toEqual(['About these numbers (1)'])
  })

  it('of another form is a table, or the text as it is', () => {
    const table = new Drawn({ columns: ['step', 'readers', 'note'], rows: [[1, 'a', 'b']] })
    expect(table.texts('td')).toEqual(['1', 'a', 'b'])
    expect(shownText(draw({ content: [{ type: 'text', text: 'Only words.' }] }))).toBe(
      'Only words.',
    )
    expect(shownText(draw({ structuredContent: { results: [] } }))).toBe(
      'An answer without numbers.',
    )
  })

  it('that is refused says why', () => {
    const content = [{ type: 'text', text: 'NOT_FOUND: No such site; yours: a.example' }]
    expect(shownText(draw({ isError: true, content }))).toContain('No such site; yours: a.example')
  })

  it('may be anything at all', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.anything(),
        fc.boolean(),
        (content, structuredContent, isError) => {
          const leaves = [
            ...draw(content),
            ...draw({ content, structuredContent, isError }),
            ...draw({
              structuredContent: { columns: [structuredContent], rows: [[content], content] },
            }),
          ]
          expect(branchesOf(leaves).length).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('is cut where it is longer than any of ours', () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => [`2026-11-${i}`, `/${'x'.repeat(900)}`, i])
    const leaves = draw({ structuredContent: { columns: ['time', 'path', 'questions'], rows } })
    expect(shownText(leaves).length).toBeLessThan(200_000)
    expect(branchesOf(leaves).length).toBeLessThan(3_000)
    expect(shownText(leaves)).toContain('There are more than these 1000')
  })
})

/** The attributes whose values others may have written; none of them is an address, a script or a style. */
const OPEN_ATTRIBUTES = ['title', 'aria-label', 'aria-valuetext']
const CLOSED_VALUE = /^[\w .,:%#-]*$/

describe('a hostile text', () => {
  const cell = (text: string, i: number) => [text, i, 0.1, text, text]
  it.each([
    ['breakdown', ['path', 'ai_clicks', 'ai_ctr', 'ai_clicks_change_pct', 'verdict']],
    ['series', ['time', 'ai_clicks', 'ai_ctr', 'a', 'b']],
    ['overview', ['metric', 'value', 'previous', 'change_pct', 'verdict']],
    ['table', ['a', 'b', 'c', 'd', 'e']],
    ['named by it', HOSTILE_TEXTS.slice(0, 5)],
  ])('stays text in a %s', (_, columns) => {
    const [site] = HOSTILE_TEXTS
    for (const text of HOSTILE_TEXTS) {
      const range = { from: text, to: text, timezone: text }
      const drawn = new Drawn({ site, range, columns, rows: [text].map(cell), notes: [text] })
      for (const { attributes } of branchesOf(drawn.leaves)) {
        for (const [name, value] of Object.entries(attributes)) {
          expect(name).toMatch(/^[a-z0-9-]+$/)
          expect(name).not.toMatch(/^(?:on|href|src|style|action|id$|name$)/)
          const isPath = name === 'd'
          if (OPEN_ATTRIBUTES.includes(name) || isPath || value === undefined) continue
          expect(String(value)).toMatch(CLOSED_VALUE)
        }
      }
      expect(drawn.text).not.toContain('[object')
      expect(drawn.text.replaceAll(text, '')).not.toContain('native code')
    }
  })

  it.each(HOSTILE_TEXTS.filter((text) => text.length < 40))('is shown as it is: %j', (text) => {
    const drawn = new Drawn({ columns: ['path', 'questions'], rows: [[text, 1]] })
    expect(drawn.texts('bdi')).toEqual([text])
  })
})
