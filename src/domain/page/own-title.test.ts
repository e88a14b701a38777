import { describe, expect, it } from 'vitest'
import { ownTitle, withoutFurniture, type TitledPage } from './own-title.ts'

const page = (over: Partial<TitledPage>): TitledPage => ({
  title: null,
  ogTitle: null,
  h1: null,
  headings: [],
  ...over,
})

const site = (...furniture: string[]) => ({ name: 'Oban Harbour', furniture: new Set(furniture) })

const SHARED = ['oban harbour – boats and sails', 'news', 'harbour office']

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
    [
      'the title without a part before it that many titles end in',
      { title: 'Harbour office | Spring tides - Harbour office | Oban Harbour', h1: 'x' },
      'Spring tides',
    ],
    [
      'the title with what it quotes',
      { title: 'The « spring » of tides » Oban Harbour' },
      'The « spring » of tides',
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

it('a page without furniture has no name of its site in its headings', () => {
  const heading = 'Oban Harbour | Peas'
  const own = withoutFurniture(
    {
      ...page({ title: heading, h1: heading }),
      leads: [{ heading, level: 1, text: 'Boil them.' }],
      asked: [],
    },
    site(),
  )
  expect(own).toMatchObject({ title: 'Peas', h1: 'Peas', leads: [{ heading: 'Peas' }] })
})

it('a page without furniture has its own headings, and the words under others', () => {
  const heading = { level: 1, text: 'Tides for everybody' }
  const own = withoutFurniture(
    {
      ...page({ title: 'Peas', h1: heading.text, headings: [heading, { level: 2, text: 'Soup' }] }),
      leads: [{ heading: heading.text, level: 1, text: 'Boil them.' }],
      asked: ['Why row?', 'Why soup?'],
    },
    site('tides for everybody', 'why row?'),
  )
  expect(own).toMatchObject({
    title: 'Peas',
    h1: null,
    headings: [{ level: 2, text: 'Soup' }],
    leads: [{ heading: '', level: 1, text: 'Boil them.' }],
    asked: ['Why soup?'],
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
