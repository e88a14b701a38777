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
    ['coast.example', ['Coast', 'Tides | Coast'], 'Coast'],
    ['coast-club.co.uk', ['Coast Club - Tides', 'Wet'], 'Coast Club'],
    ['docs.coast.example', ['Tides | Coast Docs', 'Ebb | Docs'], 'Coast Docs'],
    ['docs.coast.example', ['Tides | Docs | Coast'], 'Coast'],
    ['coast.github.io', ['Tides | Coast | GitHub'], 'Coast'],
    ['cafekueste.de', ['Speisen · Café Küste'], 'Café Küste'],
    ['xn--kste-0ra.de', ['Gezeiten – Küste'], 'Küste'],
    ['node.js.org', ['Tides - node.js.org'], null],
    ['bakerysmith.example', ['Bakery Smith | Fresh bread daily in Leeds'], 'Bakery Smith'],
    ['bakery.example', ['Bread | Fresh daily', 'Rolls | Fresh daily', 'Cake | Fresh daily'], null],
    ['127.0.0.1', ['Tides | Coast', 'Ebb | Coast', 'Flow | Coast'], null],
    ['www.coast.example', ['Tides - Coast, Be Wet', 'Ebb - Coast, Be Wet'], 'Coast'],
    ['coast.example', [], null],
  ])('is the part of titles that is spelt as the host %s: %j', (domain, titles, name) => {
    expect(chooseSiteName(titled(...titles), domain)).toBe(name)
  })

  it('is what a page calls it without a slogan, where its address shows where the name ends', () => {
    const named = (siteName: string) => [{ title: null, siteName }]
    expect(chooseSiteName(named('Coast, Be Wet'), 'coast.example')).toBe('Coast')
    expect(chooseSiteName(named('Anna Tide -'), 'coast.example')).toBe('Anna Tide')
    expect(chooseSiteName(named('Reef | Be Wet'), 'coast.example')).toBe('Reef | Be Wet')
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
    ['DevRelとは | DEVREL - 開発者 -', 'DEVREL', 'DevRelとは'],
    ['DevRelとは -', 'DEVREL', 'DevRelとは -'],
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
