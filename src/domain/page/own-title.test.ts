import { describe, expect, it } from 'vitest'
import { ownTitle, titledSite, withoutFurniture, type TitledPage } from './own-title.ts'

const page = (path: string, title: string | null, ...headings: string[]): TitledPage => ({
  path,
  title,
  headings,
})

/** Returns the titles of the pages of a site, in their order. */
const titlesOf = (pages: readonly TitledPage[], name = 'Oban Harbour') => {
  const site = titledSite({ name, startPath: '/' }, pages)
  return pages.map((one) => ownTitle(one, site))
}

describe('the title of a page', () => {
  it.each([
    ['its document without its site', [page('/a', 'Tides – Oban Harbour', 'x')], ['Tides']],
    ['its document', [page('/a', 'The « spring » tide', 'x')], ['The « spring » tide']],
    [
      'its first heading where several documents have that title',
      [page('/a', 'Oban Harbour – Boats', '', 'Oars'), page('/b', 'Oban Harbour – Boats', 'Sails')],
      ['Oars', 'Sails'],
    ],
    [
      'its first heading where its title is that of its site',
      [page('/a', 'Oban Harbour', 'Oars')],
      ['Oars'],
    ],
    ['its first heading without a title', [page('/a', null, 'Oars')], ['Oars']],
    ['its first heading where it greets', [page('/a', 'Willkommen!', 'Oars')], ['Oars']],
    [
      'the same for two pages that are headed alike',
      [page('/1/api', 'API | Oban Harbour', 'API'), page('/2/api', 'API | Oban Harbour', 'API')],
      ['API', 'API'],
    ],
    [
      'a shared title rather than none',
      [page('/a', 'Boats'), page('/b', 'Boats')],
      ['Boats', 'Boats'],
    ],
    [
      'its document where only its translation has that title',
      [
        { ...page('/what', 'What is it? – Oban Harbour', 'Boats'), language: 'en' },
        { ...page('/zh/what', 'What is it? – Oban Harbour', '船'), language: 'zh' },
      ],
      ['What is it?', 'What is it?'],
    ],
    [
      'its document where another page only took that title over',
      [page('/boats', 'Boats – Oban Harbour', 'Boats'), page('/b', 'Boats – Oban Harbour', 'Oars')],
      ['Boats', 'Oars'],
    ],
    [
      'its document where it is a list of others',
      [page('/tag/sea', 'News', 'The tide'), page('/tag/sky', 'News', 'The moon')],
      ['News', 'News'],
    ],
    [
      'its first words without a title of its own',
      [
        { ...page('/1', 'Oban Harbour -'), opening: 'Jun 18, 2025 The ferry is late. Wait.' },
        { ...page('/2', 'Oban Harbour -'), opening: 'word '.repeat(30) },
      ],
      ['The ferry is late.', `${'word '.repeat(15)}word…`],
    ],
    ['signs alone', [page('/a', '🚤⚓ – Oban Harbour')], ['🚤⚓']],
    ['nothing where nothing is said', [page('/a', null)], [null]],
  ])('is %s', (_, pages, titles) => {
    expect(titlesOf(pages)).toEqual(titles)
  })

  it('is no banner that many pages have, and has no part that many titles have', () => {
    const pages = ['Peas', 'Kale', 'Soup', 'Leek'].map((name) =>
      page(`/${name}`, 'Smith | Fresh bread daily in Leeds', 'Bread for all', name),
    )
    expect(titlesOf(pages, 'smith.example')).toEqual(['Peas', 'Kale', 'Soup', 'Leek'])
    const ended = ['Peas', 'Kale', 'Soup'].map((name) => page(`/${name}`, `${name} | Food:: Leeds`))
    expect(titlesOf(ended, 'smith.example')).toEqual(['Peas', 'Kale', 'Soup'])
    const begun = ['Peas', 'Kale', '2024'].map((name) => page(`/${name}`, `Leeds - ${name}`))
    expect(titlesOf(begun, 'smith.example')).toEqual(['Peas', 'Kale', 'Leeds - 2024'])
    const series = ['7 March', '8 March', '9 March'].map((day) => page(day, `The News — ${day}`))
    const others = ['Peas', 'Kale', 'Soup', 'Leek'].map((name) => page(name, name))
    expect(titlesOf([...series, ...others]).slice(0, 1)).toEqual(['The News — 7 March'])
  })

  it('of a start page is its site where it has none of its own', () => {
    const start = (title: string) => [page('/', title, 'Congress 14'), page('/b', 'News', 'News')]
    expect(titlesOf(start('Oban Harbour'))[0]).toBe('Oban Harbour')
    expect(titlesOf(start('Boats – Oban Harbour'))[0]).toBe('Boats')
    expect(titlesOf(start('Home'))[0]).toBe('Oban Harbour')
    expect(titlesOf(start('Home'), '127.0.0.1')[0]).toBe('Congress 14')
  })
})

it('a page without site-wide titles has its own headings, and the words under others', () => {
  const site = {
    name: 'Oban Harbour',
    siteWideTitles: new Set(['tides for everybody', 'why row?']),
  }
  const own = withoutFurniture(
    {
      h1: 'Oban Harbour | Peas',
      headings: [
        { level: 1, text: 'Tides for everybody' },
        { level: 2, text: 'Soup' },
      ],
      leads: [
        { heading: 'Tides for everybody', level: 1, text: 'Boil them.' },
        { heading: 'Oban Harbour | Peas', level: 1, text: 'Eat them.' },
      ],
      asked: ['Why row?', 'Why soup?'],
    },
    site,
  )
  expect(own).toEqual({
    h1: 'Peas',
    headings: [{ level: 2, text: 'Soup' }],
    leads: [
      { heading: '', level: 1, text: 'Boil them.' },
      { heading: 'Peas', level: 1, text: 'Eat them.' },
    ],
    asked: ['Why soup?'],
  })
})
