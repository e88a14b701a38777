import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commonWordsOf } from '../../lib/text/common-words/common-words.ts'
import { LocalScans } from '../../testing/local-scans.ts'
import { searchFor } from '../../testing/search-tools.ts'
import { SEED } from '../../testing/seed.ts'
import { page } from '../../testing/web-site.ts'

const PAGES = 24
const WORDS_OF_PAGE = 30

interface Language {
  language: string
  /** Ordinary words, each of which many pages have. */
  words: string
  /** A way to ask: the words that stand around the terms. */
  ask: (words: readonly string[], term: string) => string
  letters: string
  /** Letters of a made-up word. */
  length: number
}

const LATIN = 'bdfgklmnprtvzaeiou'

const LANGUAGES: readonly Language[] = [
  {
    language: 'en',
    words: `water garden winter price market river bread doctor window family summer village letter kitchen school
      journey weather morning evening factory soldier teacher captain animal colour metal forest island engine station
      slowly carry gather measure promise wonder arrive travel build repair strong gentle narrow simple bright careful`,
    ask: (words, term) => {
      const [first = '', second = '', ...more] = words
      return `How do we ${first} the ${second} when the ${term} is ${more.join(' and the ')}?`
    },
    letters: LATIN,
    length: 8,
  },
  {
    language: 'de',
    words: `schnell langsam tragen bauen reisen warten messen fahren leicht schwer dunkel hell freundlich sicher kaufen
      verkaufen gehen stehen laufen rufen finden suchen lesen schreiben warm kalt jung alt breit schmal still laut öffnen
      schließen bezahlen antworten fragen helfen lernen spielen kochen essen trinken schlafen wohnen arbeiten glauben`,
    ask: (words, term) => {
      const [first = '', second = '', ...more] = words
      return `Wie kann man ${first} und ${second}, wenn es nicht ${term} ist, oder ${more.join(' und ')}?`
    },
    letters: LATIN,
    length: 8,
  },
  {
    language: 'fr',
    words: `maison jardin hiver prix marché rivière pain médecin fenêtre famille été village lettre cuisine école voyage
      matin soir usine soldat capitaine animal couleur métal forêt île moteur gare porter mesurer arriver voyager
      construire réparer fort étroit simple clair prudent acheter vendre chercher trouver payer répondre travailler dormir`,
    ask: (words, term) => {
      const [first = '', second = '', ...more] = words
      return `Comment est-ce que le ${first} et la ${second} sont avec le ${term} pour ${more.join(' ou ')} ?`
    },
    letters: LATIN,
    length: 8,
  },
  {
    language: 'ja',
    words:
      '学校 病院 家族 時間 携帯 写真 電話 映画 音楽 料理 新聞 仕事 会社 友達 旅行 天気 動物 部屋 電車 警察 世界 戦争',
    ask: (words, term) => `${words.join('と')}には${term}がありますか`,
    letters: 'カキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモラリルレロ',
    length: 7,
  },
  {
    language: 'zh',
    words:
      '学校 医院 家庭 时间 电话 电影 音乐 新闻 工作 公司 朋友 旅行 天气 动物 房间 警察 世界 战争 孩子 城市 问题 历史',
    ask: (words, term) => `${words.join('和')}的${term}是什么`,
    letters: '鲲鹮鼯鼱鹡鸰蜾蠃螽斯麈麂猞猁獾貉',
    length: 3,
  },
]

/** Draws made-up words that begin differently, so that none is taken for a form of another. */
function drawTerms({ letters, length }: Language, common: ReadonlySet<string>): string[] {
  const drawn = fc.sample(
    fc.array(fc.constantFrom(...Array.from(letters)), { minLength: length, maxLength: length }),
    { numRuns: PAGES * 20, seed: SEED },
  )
  const termByStart = new Map(drawn.map((all) => [all.slice(0, 4).join(''), all.join('')]))
  return [...termByStart.values()].filter((term) => !common.has(term)).slice(0, PAGES)
}

const isSpaced = ({ language }: Language): boolean => language !== 'ja' && language !== 'zh'

/** Writes a page of many ordinary words, in sentences, one of which has the term once. */
function writePage(one: Language, words: readonly string[], term: string): string {
  const join = isSpaced(one) ? ' ' : '、'
  const end = isSpaced(one) ? '. ' : '。'
  const sentences = Array.from({ length: 5 }, (_, i) => words.slice(i * 6, i * 6 + 6).join(join))
  return [...sentences.slice(0, 2), [words[0], term, words[1]].join(join), ...sentences.slice(2)]
    .map((sentence) => sentence + end)
    .join('')
}

interface Asked {
  one: Language
  scans: LocalScans
  words: readonly string[]
  terms: readonly string[]
}

let first: LocalScans
const askedIn = new Map<string, Asked>()

beforeAll(async () => {
  first = await LocalScans.start()
  for (const one of LANGUAGES) {
    const scans = one.language === 'en' ? first : await first.another()
    const words = one.words.split(/\s+/)
    const terms = drawTerms(one, await commonWordsOf(one.language))
    const orders = fc.sample(fc.shuffledSubarray(words, { minLength: words.length }), {
      numRuns: PAGES + 1,
      seed: SEED,
    })
    const texts = terms.map((term, i) => writePage(one, orders[i]!.slice(0, WORDS_OF_PAGE), term))
    // One page has all ordinary words side by side, so that it would rank before all pages that can be outvoted.
    texts.push(orders[PAGES]!.join(isSpaced(one) ? ' ' : '、'))
    const paths = texts.map((_, i) => `/${i}`)
    const pages = texts.map((text, i) => [`/${i}`, page(`${i + 1}`, { text })] as const)
    const inLanguage = [['/', page('0', { links: paths })] as const, ...pages].map(
      ([path, html]) => [path, html.replace('lang="en"', `lang="${one.language}"`)] as const,
    )
    scans.serve(Object.fromEntries(inLanguage))
    const { url } = scans.web
    await scans.run(await scans.app.site(scans.key, { url, language: one.language }))
    askedIn.set(one.language, { one, scans, words, terms })
  }
})
afterAll(async () => {
  for (const { scans } of askedIn.values()) if (scans !== first) await scans[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

it.each(LANGUAGES.map(({ language }) => language))(
  'a sentence with a term that one page alone has, once, finds that page first, in %s',
  async (language) => {
    const { one, scans, words, terms } = askedIn.get(language)!
    expect(terms).toHaveLength(PAGES)
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: PAGES - 1 }),
        fc.shuffledSubarray([...words], { minLength: 4, maxLength: 6 }),
        async (at, chosen) => {
          const query = one.ask(chosen, terms[at]!)
          const [found] = await searchFor(scans.app, scans.key, query)
          expect(new URL(found!.url).pathname, query).toBe(`/${at}`)
        },
      ),
      { numRuns: 60 },
    )
  },
)
