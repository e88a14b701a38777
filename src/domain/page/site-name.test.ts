import { describe, expect, it } from 'vitest'
import { chooseSiteName, titleWithoutSite } from './site-name.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title, siteName: null }))

describe('chooseSiteName', () => {
  it('is what most pages that name one call it', () => {
    const pages = [
      { title: 'Tides', siteName: 'Coast' },
      { title: 'Ebb', siteName: 'Coast' },
      { title: 'Guest', siteName: 'Somebody else' },
    ]
    expect(chooseSiteName(pages, 'coast.example')).toBe('Coast')
  })

  it.each([
    [['Coast', 'Tides | Coast', 'Ebb | Coast', 'Flow | Coast'], 'Coast'],
    [['Coast - Tides', 'Coast - Ebb', 'Coast - Flow'], 'Coast'],
    [
      ['It’s about water • Tides', 'It’s about water • Ebb', 'It’s about water • Flow'],
      'It’s about water',
    ],
    [['Coast – Start', 'Tides – Blog Coast', 'Ebb – Blog Coast', 'Flow – Blog Coast'], 'Coast'],
    [['潮汐表｜海岸', '干潮｜海岸', '満潮｜海岸'], '海岸'],
    [['Tides - Coast, Be Wet', 'Ebb - Coast, be wet', 'Flow - Coast, be wet'], 'Coast'],
    [['Tides - Reef, Be Wet', 'Ebb - Reef, Be Wet', 'Flow - Reef, Be Wet'], 'Reef, Be Wet'],
  ])('is what titles have in common: %j', (titles, name) => {
    expect(chooseSiteName(titled(...titles), 'coast.example')).toBe(name)
  })

  it('is the title that most pages have', () => {
    const pages = titled('Coast', 'Coast', 'Coast', 'Tides')
    expect(chooseSiteName(pages, 'coast.example')).toBe('Coast')
  })

  it.each(['Home', 'My Site', 'WordPress', 'Blog', 'Startseite', 'Mi sitio web', 'ホーム', '首页'])(
    'is nothing that any site may be called: %s',
    (siteName) => {
      const pages = [
        { title: `Tides | ${siteName}`, siteName },
        { title: `Ebb | ${siteName}`, siteName },
        { title: `Flow | ${siteName}`, siteName },
      ]
      expect(chooseSiteName(pages, 'coast.example')).toBeNull()
    },
  )

  it.each([
    [['Tides', 'Ebb', 'Flow']],
    [['Coast', 'Coast', 'Tides', 'Ebb']],
    [['Tides | Coast', 'Ebb | Coast']],
    [['Tides | Coast', 'Ebb', 'Flow', 'Harbour']],
    [['Tides | coast.example', 'Ebb | coast.example', 'Flow | coast.example']],
    [['Tides | 2024', 'Ebb | 2024', 'Flow | 2024']],
    [[]],
  ])('is unknown where nothing tells it: %j', (titles) => {
    expect(chooseSiteName(titled(...titles), 'coast.example')).toBeNull()
  })

  it.each([
    'https://coast.example/',
    'www.coast.example',
    'coast.example',
    '127.0.0.1',
    'localhost',
    'localhost:8080',
    'coast.example:8080',
    'Coast.example',
    ' ',
    'a\u200Bb',
    'x'.repeat(101),
  ])('is never an address, nor what nobody sees: %j', (siteName) => {
    expect(chooseSiteName([{ title: null, siteName }], 'coast.example')).toBeNull()
  })
})

it('chooseSiteName takes the title of the start page that several pages have, where most have their own', () => {
  const own = Array.from({ length: 30 }, (_, n) => ({ title: `Tide ${n}`, siteName: null }))
  const shared = (title: string) => Array.from({ length: 3 }, () => ({ title, siteName: null }))
  expect(chooseSiteName([...shared('Coast Club'), ...own], '127.0.0.1')).toBe('Coast Club')
  expect(chooseSiteName([...shared('Coast Club').slice(1), ...own], '127.0.0.1')).toBeNull()
  expect(chooseSiteName([...own, ...shared('Coast Club')], '127.0.0.1')).toBeNull()
  expect(chooseSiteName([...shared('Boats | Coast Club'), ...own], '127.0.0.1')).toBeNull()
})

it('chooseSiteName takes what the start page begins with, where the others have it before a wider name', () => {
  const titles = ['Coast — Harbour club | Wales', 'Tides — Coast | Wales', 'Ebb — Coast | Wales']
  const pages = [...titles, 'Flow — Coast | Wales'].map((title) => ({ title, siteName: null }))
  expect(chooseSiteName(pages, '127.0.0.1')).toBe('Coast')
  expect(chooseSiteName(pages.slice(0, 3), '127.0.0.1')).toBe('Wales')
})

describe('a name that looks like a host', () => {
  it.each(['Node.js', 'Vue.js', 'Booking.com'])('is %s, as its owner writes it', (siteName) => {
    expect(chooseSiteName([{ title: null, siteName }], 'nodejs.org')).toBe(siteName)
  })
})

describe('titleWithoutSite', () => {
  it.each([
    ['Tides | Coast', 'Coast', 'Tides'],
    ['Coast – Tides', 'Coast', 'Tides'],
    ['It’s about water • Ebb', 'it’s about water', 'Ebb'],
    ['満潮｜海岸', '海岸', '満潮'],
    ['Coast', 'Coast', 'Coast'],
    ['Gelgit | İskele', 'İskele', 'Gelgit'],
    ['İSKELE – İnce kum', 'İskele', 'İnce kum'],
    ['The Coast of Wales', 'Coast', 'The Coast of Wales'],
    ['Coastal walks', 'Coast', 'Coastal walks'],
    ['West Coast', 'Coast', 'West Coast'],
    ['Tides | Coast', '', 'Tides | Coast'],
    ['Coast: the tale of a tide', 'Coast', 'Coast: the tale of a tide'],
    ['Coast: Tides', 'Coast', 'Tides'],
    ['The « high » tide » Coast', 'Coast', 'The « high » tide'],
    ['Tides | Coast, Be Wet', 'Coast', 'Tides'],
    ['Tides | Coast | Harbours of Wales', 'Coast', 'Tides'],
    ['The walk of Coast | A tale', 'Coast', 'The walk of Coast | A tale'],
    ['The walk of Coast, a tale', 'Coast', 'The walk of Coast, a tale'],
  ])('%j of %j is %j', (title, site, expected) => {
    expect(titleWithoutSite(title, site)).toBe(expected)
  })
})
