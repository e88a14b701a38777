import { describe, expect, it } from 'vitest'
import { furnitureOf, ownTitle, withoutFurniture, type TitledPage } from './own-title.ts'

const page = (over: Partial<TitledPage>): TitledPage => ({
  title: null,
  ogTitle: null,
  h1: null,
  headings: [],
  ...over,
})

const site = (...furniture: string[]) => ({ name: 'Oban Harbour', furniture: new Set(furniture) })

const SHARED = ['oban harbour – boats and sails', 'news', 'harbour office']

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

describe('ownTitle of a start page', () => {
  const start = { ...site('oban harbour', 'news of the day'), startPath: '/' }

  it.each([
    [
      'its title',
      { title: 'Boats and sails – Oban Harbour', h1: 'Congress 14' },
      'Boats and sails',
    ],
    ['its site', { title: 'Oban Harbour', h1: 'Congress 14' }, 'Oban Harbour'],
    ['its site where it greets', { title: 'Welcome!', h1: 'Congress 14' }, 'Oban Harbour'],
  ])('is %s', (_, over, title) => {
    expect(ownTitle(page({ ...over, path: '/' }), start)).toBe(title)
  })

  it('is its heading where the site has no name', () => {
    const nameless = { ...start, name: '127.0.0.1' }
    expect(ownTitle(page({ title: 'Home', h1: 'Congress 14', path: '/' }), nameless)).toBe(
      'Congress 14',
    )
  })
})

describe('ownTitle', () => {
  it.each([
    [
      'the title without the site',
      { title: 'Spring tides – Oban Harbour', h1: 'Tides' },
      'Spring tides',
    ],
    ['the h1 where the title is that of the site', { title: 'Oban Harbour', h1: 'Peas' }, 'Peas'],
    ['the h1 where the title greets', { title: 'Herzlich Willkommen!', h1: 'Peas' }, 'Peas'],
    ['the h1 where the title is general', { title: 'Home | Oban Harbour', h1: 'Peas' }, 'Peas'],
    ['the h1 in other languages', { title: 'Startseite', h1: 'Erbsen' }, 'Erbsen'],
    [
      'the h1 where the whole title is that of many pages',
      { title: 'Oban Harbour – Boats and sails', h1: 'Oars' },
      'Oars',
    ],
    [
      'the title without the ends that many titles have',
      { title: 'Spring tides:: News | Harbour office', h1: 'Tides' },
      'Spring tides',
    ],
    ['og:title where there is no other', { ogTitle: 'Peas | Oban Harbour' }, 'Peas'],
    [
      'what og:title and h1 agree on',
      {
        title: 'Buy the best tide tables online',
        ogTitle: 'Tide tables | Oban Harbour',
        h1: 'Tide tables',
      },
      'Tide tables',
    ],
    [
      'the first heading of a page without either',
      {
        title: 'Oban Harbour',
        headings: [
          { level: 4, text: 'Menu' },
          { level: 2, text: 'Peas' },
        ],
      },
      'Peas',
    ],
    ['a general title rather than none', { title: 'Home', h1: 'Home' }, 'Home'],
    ['the name of the site rather than none', { title: 'Oban Harbour' }, 'Oban Harbour'],
    ['nothing where nothing is said', {}, null],
  ])('is %s', (_, over, title) => {
    expect(ownTitle(page(over), site(...SHARED))).toBe(title)
  })

  it('is no banner that many pages have', () => {
    const shared = site('tides for everybody')
    expect(ownTitle(page({ title: 'Peas', h1: 'Tides for everybody' }), shared)).toBe('Peas')
    expect(ownTitle(page({ title: 'Tides for everybody', h1: 'Peas' }), shared)).toBe('Peas')
  })
})

it('a page without furniture has its own headings, and the words under others', () => {
  const heading = { level: 1, text: 'Tides for everybody' }
  const own = withoutFurniture(
    {
      ...page({ title: 'Peas', h1: heading.text, headings: [heading, { level: 2, text: 'Soup' }] }),
      leads: [{ heading: heading.text, level: 1, text: 'Boil them.' }],
    },
    site('tides for everybody'),
  )
  expect(own).toMatchObject({
    title: 'Peas',
    h1: null,
    headings: [{ level: 2, text: 'Soup' }],
    leads: [{ heading: '', level: 1, text: 'Boil them.' }],
  })
})

describe('a greeting', () => {
  it.each(['„Herzlich Willkommen!“', 'Willkommen', '¡Bienvenidos!', '«Bienvenue!»'])(
    'is no title of its own: %s',
    (title) => {
      expect(ownTitle(page({ title, h1: 'Tides and ebb' }), site())).toBe('Tides and ebb')
    },
  )
})
