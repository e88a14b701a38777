import { describe, expect, it } from 'vitest'
import { findSiteWideTitles } from './site-wide-titles.ts'

describe('findSiteWideTitles', () => {
  const heads = (own: number, shared: number) => [
    ...Array.from({ length: own }, (_, n) => ({ title: `Tide ${n}`, h1: `Tide ${n}` })),
    ...Array.from({ length: shared }, (_, n) => ({ title: `Ebb ${n}`, h1: ' Oban  HARBOUR ' })),
  ]

  it.each([
    [0, 3],
    [9, 3],
    [375, 125],
  ])('is a heading that of %i and %i pages the latter have', (own, shared) => {
    expect([...findSiteWideTitles(heads(own, shared))]).toEqual(['oban harbour'])
  })

  it.each([
    [0, 2],
    [10, 3],
    [376, 124],
  ])('is none that of %i and %i pages the latter have', (own, shared) => {
    expect([...findSiteWideTitles(heads(own, shared))]).toEqual([])
  })
})

it('findSiteWideTitles finds headings that most pages have, and questions that many have', () => {
  const pages = Array.from({ length: 20 }, (_, n) => ({
    title: `Tide ${n}`,
    h1: null,
    headings: [
      'Our partners',
      ...(n < 5 ? ['Why row?', 'Usage'] : []),
      ...(n < 4 ? ['How?'] : []),
    ].map((text) => ({ level: 2, text })),
  }))
  expect([...findSiteWideTitles(pages)]).toEqual(['our partners', 'why row?'])
})

it('findSiteWideTitles finds no title of a page that a box shows on all others', () => {
  const pages = Array.from({ length: 9 }, (_, n) => ({
    title: `Tide ${n}`,
    h1: null,
    headings: ['Tide 3', 'New posts'].map((text) => ({ level: 3, text })),
  }))
  expect([...findSiteWideTitles(pages)]).toEqual(['new posts'])
})
