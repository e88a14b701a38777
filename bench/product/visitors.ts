import { pick, pickWeighted, type RandomSource } from './random.ts'

export interface SimulatedVisitor {
  id: string
  userAgent: string
  /** An address of 198.18.0.0/15 or 2001:db8::/32, which are set aside for benchmarks and documents. */
  address: string
  language: string
  country: string
  device: 'desktop' | 'mobile' | 'tablet'
}

const CHROME = [138, 139, 140, 141, 142, 143]
const SAFARI = ['17.6', '18.3', '18.5', '18.6', '26.0', '26.1']
const FIREFOX = [128, 140, 143, 144, 145]
const ANDROID = [
  'Linux; Android 10; K',
  'Linux; Android 14; Pixel 8',
  'Linux; Android 15; SM-S931B',
]

const LANGUAGES = [
  ['en-US,en;q=0.9', 'US'],
  ['en-GB,en;q=0.9', 'GB'],
  ['de-DE,de;q=0.9,en;q=0.8', 'DE'],
  ['fr-FR,fr;q=0.9,en;q=0.7', 'FR'],
  ['ja-JP,ja;q=0.9', 'JP'],
  ['pt-BR,pt;q=0.9,en;q=0.6', 'BR'],
  ['es-ES,es;q=0.9', 'ES'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'IN'],
] as const

type Browser = (random: RandomSource) => Pick<SimulatedVisitor, 'userAgent' | 'device'>

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const windowsChrome: Browser = (random) => ({
  device: 'desktop',
  userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/${pick(random, CHROME)}.0.0.0 Safari/537.36`,
})

const macChrome: Browser = (random) => ({
  device: 'desktop',
  userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/${pick(random, CHROME)}.0.0.0 Safari/537.36`,
})

const edge: Browser = (random) => {
  const version = pick(random, CHROME)
  return {
    device: 'desktop',
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/${version}.0.0.0 Safari/537.36 Edg/${version}.0.0.0`,
  }
}

const macSafari: Browser = (random) => ({
  device: 'desktop',
  userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${pick(random, SAFARI)} Safari/605.1.15`,
})

const firefox: Browser = (random) => {
  const version = pick(random, FIREFOX)
  const system = pick(random, ['Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'])
  return {
    device: 'desktop',
    userAgent: `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
  }
}

const androidChrome: Browser = (random) => ({
  device: 'mobile',
  userAgent: `Mozilla/5.0 (${pick(random, ANDROID)}) ${WEBKIT} Chrome/${pick(random, CHROME)}.0.0.0 Mobile Safari/537.36`,
})

const phoneSafari: Browser = (random) => ({
  device: 'mobile',
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${pick(random, SAFARI)} Mobile/15E148 Safari/604.1`,
})

const tabletSafari: Browser = (random) => ({
  device: 'tablet',
  userAgent: `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${pick(random, SAFARI)} Mobile/15E148 Safari/604.1`,
})

const BROWSERS: readonly (readonly [Browser, number])[] = [
  [windowsChrome, 28],
  [androidChrome, 24],
  [phoneSafari, 20],
  [macChrome, 9],
  [macSafari, 6],
  [edge, 7],
  [firefox, 4],
  [tabletSafari, 2],
]

export function makeVisitors(random: RandomSource, count: number): SimulatedVisitor[] {
  return Array.from({ length: count }, (_, index) => {
    const [language, country] = pick(random, LANGUAGES)
    const browser = pickWeighted(random, BROWSERS)
    return { id: `v${index}`, ...browser(random), address: addressOf(index), language, country }
  })
}

function addressOf(index: number): string {
  if (index % 8 === 7) return `2001:db8:${(index >> 4).toString(16)}::${(index & 15).toString(16)}`
  return `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`
}
