import { describe, expect, it } from 'vitest'
import { SpanFinder } from './span-finder.ts'
import { intersectionOf, unionOf, type Span } from './spans.ts'
import { Draw } from './testing/draw.ts'

const isIn = (spans: readonly Span[], value: number): boolean =>
  spans.some(([from, to]) => value >= from && value <= to)

const spanOf = (draw: Draw): Span => {
  const from = draw.of([-Infinity, draw.below(50)])
  return [from, draw.of([Infinity, Math.max(from, 0) + draw.below(20)])]
}

describe('spans of numbers', () => {
  it('are joined and cut as their numbers are', () => {
    const draw = new Draw(3)
    const some = () => unionOf(Array.from({ length: draw.below(5) }, () => spanOf(draw)))
    for (let i = 0; i < 300; i++) {
      const [a, b] = [some(), some()]
      const both = intersectionOf(a, b)
      const either = unionOf([...a, ...b])
      for (let value = -1; value < 80; value++) {
        expect(isIn(both, value)).toBe(isIn(a, value) && isIn(b, value))
        expect(isIn(either, value)).toBe(isIn(a, value) || isIn(b, value))
      }
    }
  })

  it('may be empty', () => {
    expect(unionOf([])).toEqual([])
    expect(unionOf([[2, 1]])).toEqual([])
    expect(intersectionOf([[0, 1]], [[2, 3]])).toEqual([])
  })
})

describe('many sets of spans', () => {
  it('are found by a number, whatever was looked for before', () => {
    const draw = new Draw(5)
    for (let i = 0; i < 40; i++) {
      const sets = Array.from({ length: draw.of([1, 10, 150]) }, () =>
        unionOf(Array.from({ length: draw.below(4) }, () => spanOf(draw))),
      )
      const finder = new SpanFinder(sets)
      for (let j = 0; j < 100; j++) {
        const value = draw.below(90) - 5
        finder.look(value)
        expect([...finder.truth]).toEqual(sets.map((spans) => Number(isIn(spans, value))))
      }
    }
  })

  it('have no unknown number', () => {
    const finder = new SpanFinder([[[-Infinity, Infinity]]])
    finder.look(3)
    expect([...finder.truth]).toEqual([1])
    finder.look(null)
    expect([...finder.truth]).toEqual([0])
  })
})
