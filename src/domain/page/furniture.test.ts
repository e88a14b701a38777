import { describe, expect, it } from 'vitest'
import { furnitureOf } from './furniture.ts'

describe('furnitureOf', () => {
  const heads = (own: number, shared: number) => [
    ...Array.from({ length: own }, (_, n) => ({ title: `Tide ${n}`, h1: `Tide ${n}` })),
    ...Array.from({ length: shared }, (_, n) => ({ title: `Ebb ${n}`, h1: ' Oban  HARBOUR ' })),
  ]

  it.each([
    [0, 3],
    [9, 3],
    [375, 125],
  ])('is a heading that of %i and %i pages the latter have', (own, shared) => {
    expect([...furnitureOf(heads(own, shared))]).toEqual(['oban harbour'])
  })

  it.each([
    [0, 2],
    [10, 3],
    [376, 124],
  ])('is none that of %i and %i pages the latter have', (own, shared) => {
    expect([...furnitureOf(heads(own, shared))]).toEqual([])
  })

  it('is a title that all pages have', () => {
    const pages = ['Peas', 'Kale', 'Soup'].map((h1) => ({ title: 'Oban Harbour', h1 }))
    expect([...furnitureOf(pages)]).toEqual(['oban harbour'])
  })

  it('is a title that several pages have, each with a heading of its own', () => {
    const others = Array.from({ length: 40 }, (_, n) => ({ title: `Tide ${n}`, h1: `Tide ${n}` }))
    const part = (...h1s: string[]) => h1s.map((h1) => ({ title: 'Boats – Oban Harbour', h1 }))
    expect([...furnitureOf([...others, ...part('Sails', 'Oars', 'Hulls')])]).toEqual([
      'boats – oban harbour',
    ])
    expect([...furnitureOf([...others, ...part('Sails', 'Oars', 'Oars')])]).toEqual([])
  })
})

it('furnitureOf finds headings that most pages have, and questions that many have', () => {
  const pages = Array.from({ length: 20 }, (_, n) => ({
    title: `Tide ${n}`,
    h1: null,
    headings: [
      'Our partners',
      ...(n < 5 ? ['Why row?', 'Usage'] : []),
      ...(n < 4 ? ['How?'] : []),
    ].map((text) => ({ level: 2, text })),
  }))
  expect([...furnitureOf(pages)]).toEqual(['our partners', 'why row?'])
})

it('furnitureOf finds no title of a page that a box shows on all others', () => {
  const pages = Array.from({ length: 9 }, (_, n) => ({
    title: `Tide ${n} | Oban`,
    h1: null,
    headings: ['Tide 3', 'New posts'].map((text) => ({ level: 3, text })),
  }))
  expect([...furnitureOf(pages)]).toEqual(['oban', 'new posts'])
})

describe('furnitureOf, of the ends of titles', () => {
  it('is what many titles end in', () => {
    const pages = ['Peas', 'Kale', 'Soup'].map((h1) => ({ title: `${h1}:: Oban | Harbour`, h1 }))
    expect([...furnitureOf(pages)]).toEqual(['oban', 'harbour'])
    const others = Array.from({ length: 90 }, (_, n) => ({ title: `Tide ${n}`, h1: null }))
    const end = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ title: `Boat ${n} – Boats`, h1: `Boat ${n}` }))
    expect([...furnitureOf([...others, ...end(8)])]).toEqual(['boats'])
    expect([...furnitureOf([...others, ...end(7)])]).toEqual([])
  })
})
