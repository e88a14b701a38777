import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { searchFor } from '../../testing/search-tools.ts'
import { page } from '../../testing/web-site.ts'

// On each site, two pages have the ordinary words of its questions side by side; a third has a term once, and few of
// them.
const ENGLISH = {
  '/soil': 'How farmers keep the soil of their fields moist in summer, and what water costs them.',
  '/summer': 'In summer the fields of farmers need water, and the soil has to be kept moist.',
  '/frogs': 'Frogs survive desiccation under stones. Eventually rain comes.',
  '/veins': 'The reticulation of a leaf carries sap. A sub-atomic view of it is not needed.',
  '/island': 'A quokka eats grass at night. Order 4410972 was sent in 1948.',
  '/loans': 'Cities use PPPs. A bank lends to them.',
  '/rocks': 'An anticline is a fold of rocks.',
  '/folds': 'Where rocks fold there are anticlines, and again anticlines.',
}
const GERMAN = {
  '/boden': 'Wie man im Sommer den Boden feucht hält und was das Wasser auf den Feldern kostet.',
  '/sommer': 'Im Sommer brauchen Felder Wasser, und man hält den Boden feucht, was viel kostet.',
  '/moor': 'Das Moor ist dystroph. Angeblich kostet es nichts.',
}
const FRENCH = {
  '/sol': 'Comment garder le sol des champs humide en été, et ce que coûte l’eau des champs.',
  '/ete': 'En été les champs ont besoin d’eau, et il faut garder le sol humide, ce qui coûte.',
  '/roche': 'La dessiccation fend la roche. Autrefois, personne ne le savait.',
}
const JAPANESE = {
  '/water': '夏の畑の土と水の値段について、農家の話。土は水で守る。',
  '/summer': '農家は夏に畑の土を水で守る。水の値段は高い。',
  '/insect': '乾燥した場所にはクマムシがいる。',
}

let english: LocalScans
let german: LocalScans
let french: LocalScans
let unset: LocalScans
let japanese: LocalScans

async function scan(scans: LocalScans, texts: Readonly<Record<string, string>>, language?: string) {
  const pages = Object.entries(texts).map(([path, text]) => [path, page(path.slice(1), { text })])
  scans.serve({ ...Object.fromEntries(pages), '/': page('All', { links: Object.keys(texts) }) })
  await scans.run(await scans.app.site(scans.key, { url: `${scans.web.url}/`, language }))
}

beforeAll(async () => {
  english = await LocalScans.start()
  german = await english.another()
  french = await english.another()
  unset = await english.another()
  japanese = await english.another()
  await scan(english, ENGLISH, 'en')
  await scan(german, GERMAN, 'de')
  await scan(french, FRENCH, 'fr')
  await scan(unset, FRENCH)
  await scan(japanese, JAPANESE, 'ja')
})
afterAll(async () => {
  for (const scans of [german, french, unset, japanese, english]) await scans[Symbol.asyncDispose]()
})

async function paths(scans: LocalScans, query: string): Promise<string[]> {
  const found = await searchFor(scans.app, scans.key, query)
  return found.map(({ url }) => new URL(url).pathname)
}

describe('a sentence with a term that one page alone has, once', () => {
  it.each([
    ['How do farmers keep the soil of fields moist against desiccation in summer?', '/frogs'],
    ['how do farmers keep the soil of fields moist in summer for a quokka', '/island'],
    ['How much water do the fields of farmers need in summer for reticulation?', '/veins'],
    ['How do farmers of the fields pay for water in summer with order 4410972?', '/island'],
    ['How do farmers of the fields pay for water in summer with a PPP?', '/loans'],
    ['How do farmers of the fields pay for water in summer with ppps?', '/loans'],
    ['How do farmers of the fields find water in summer near an anticline?', '/rocks'],
    ['How do farmers of the fields find water in summer near the anticlines?', '/folds'],
    [
      `I would like to know how the farmers that are here keep the soil of their fields moist when it is summer, and what
       they do with the water that it costs, so that there is enough of it, as for a quokka`,
      '/island',
    ],
  ])('%s: finds its page first', async (query, path) => {
    expect((await paths(english, query))[0]).toBe(path)
  })

  it('finds its page first in German, also for those who write no capitals', async () => {
    const query =
      'wie hält man im sommer den boden feucht, wenn das wasser auf feldern dystroph ist?'
    expect((await paths(german, query))[0]).toBe('/moor')
  })

  it('finds its page first in French, with accents or without, whether the site has a language or not', async () => {
    const query =
      'Comment garder le sol des champs humide en été avec de l’eau contre la dessiccation ?'
    for (const scans of [french, unset]) {
      expect((await paths(scans, query))[0]).toBe('/roche')
      expect((await paths(scans, query.replaceAll('é', 'e')))[0]).toBe('/roche')
    }
  })

  it('finds its page first in Japanese', async () => {
    const query = '農家は夏に畑の土を水で守る値段とクマムシについて知っていますか'
    expect((await paths(japanese, query))[0]).toBe('/insect')
  })
})

describe('a sentence with an everyday word that one page alone has, once', () => {
  it.each([
    ['How do farmers eventually keep the soil of fields moist with water in summer?', '/frogs'],
    ['How did farmers keep the soil of fields moist with water in the summer of 1948?', '/island'],
    ['How do farmers keep the soil of fields moist in summer in an sub-atomic way?', '/veins'],
  ])('%s: finds its page second at most', async (query, path) => {
    expect((await paths(english, query)).indexOf(path)).toBe(1)
  })

  it.each([
    ['wie hält man angeblich im sommer den boden feucht mit wasser auf feldern?', '/moor'],
    ['Wie hält man angeblich den Boden feucht?', '/moor'],
  ])('%s: the same in German', async (query, path) => {
    expect((await paths(german, query))[0]).not.toBe(path)
  })

  it('does the same in French, with accents or without, whether the site has a language or not', async () => {
    const query = 'Comment garder autrefois le sol des champs humide en été avec de l’eau ?'
    for (const scans of [french, unset]) {
      expect((await paths(scans, query))[0]).not.toBe('/roche')
      expect((await paths(scans, query.replaceAll('é', 'e')))[0]).not.toBe('/roche')
    }
  })
})
