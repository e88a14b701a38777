import { describe, expect, it } from 'vitest'
import type { AnswerReading } from './answer-reading.ts'
import type { CitedSource, EngineAnswer, NamedSource } from './engine-answer.ts'
import { answerReader, type ReadingSubject } from './answer-reader.ts'

const SUBJECT: ReadingSubject = {
  hosts: ['example.com', 'bücher.example'],
  siteName: 'Home',
  brand: {
    names: ['Example', 'Example Grinders'],
    competitors: [
      { name: 'Acme', domains: ['acme.com', 'foo.github.io'], aliases: ['Acme Mills'] },
      { name: 'アクメ', domains: ['shop.example.com', 'api.openai.com'], aliases: [] },
    ],
  },
}

const cited = (url: string, rest: Partial<CitedSource> = {}): CitedSource => ({
  url,
  title: null,
  host: null,
  citedText: null,
  spans: [],
  ...rest,
})
const retrieved = (url: string): NamedSource => ({ url, title: null, host: null })

function read(answer: Partial<EngineAnswer>, subject: Partial<ReadingSubject> = {}): AnswerReading {
  const whole: EngineAnswer = {
    state: 'ok',
    servedModel: 'm',
    text: '',
    retrieval: 'searched',
    searchQueries: [],
    cited: [],
    retrieved: [],
    usage: { inputTokens: null, outputTokens: null, searches: null },
    ...answer,
  }
  return answerReader({ ...SUBJECT, ...subject })(whole)
}

describe('sources of an answer', () => {
  it('are its distinct addresses, with what all citations say of them', () => {
    const text = 'Example grinds. Acme does, too.'
    const reading = read({
      text,
      cited: [
        cited('https://news.example.org/a?utm_source=openai', { spans: [{ start: 0, end: 15 }] }),
        cited('https://www.acme.com/b/', { title: 'B\u0000\u202E', citedText: 'Acme\n does' }),
        cited('http://news.example.org/a#top', {
          title: 'A',
          spans: [
            { start: 16, end: 31 },
            { start: 16, end: 99 },
          ],
        }),
        cited('https://docs.example.com/c'),
      ],
      retrieved: [retrieved('https://acme.com/b'), retrieved('https://old.reddit.com/r/x')],
    })
    expect(reading.sources).toMatchObject([
      {
        role: 'cited',
        url: 'https://news.example.org/a?utm_source=openai',
        pageUrl: 'https://news.example.org/a',
        host: 'news.example.org',
        domain: 'example.org',
        title: 'A',
        position: 1,
        spans: [
          { start: 0, end: 15 },
          { start: 16, end: 31 },
        ],
        owner: 'other',
        category: 'other',
      },
      { pageUrl: 'https://acme.com/b', title: 'B', citedText: 'Acme does', position: 2, spans: [] },
      { domain: 'example.com', position: 3, owner: 'own', competitor: null, category: 'own' },
      { role: 'retrieved', domain: 'reddit.com', position: null, category: 'ugc' },
    ])
    expect(reading).toMatchObject({
      dropped: 0,
      isCited: true,
      position: 3,
      ownCitations: 1,
      trackedCitations: 2,
      allCitations: 3,
      isMentioned: true,
      mentions: 1,
      isRecommended: false,
    })
  })

  it('belong to whom their host does, on the borders of labels', () => {
    const owners = {
      'example.com': 'own',
      'a.b.example.com': 'own',
      'xn--bcher-kva.example': 'own',
      'shop.example.com': 'アクメ',
      'eu.shop.example.com': 'アクメ',
      'acme.com': 'Acme',
      'foo.github.io': 'Acme',
      'a.foo.github.io': 'Acme',
      'github.io': 'other',
      'bar.github.io': 'other',
      'notexample.com': 'other',
      'not-example.com': 'other',
      'example.com.evil.io': 'other',
      'xn--exmple-cua.com': 'other',
      'xn--xample-2of.com': 'other',
      'example.co': 'other',
    }
    const { sources } = read({
      cited: Object.keys(owners).map((host) => cited(`https://${host}/`)),
    })
    const found = sources.map(({ host, owner, competitor }) => [host, competitor ?? owner])
    expect(Object.fromEntries(found)).toEqual(owners)
  })

  it('have the host that the engine says an address leads to', () => {
    const proxy = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
    const reading = read({
      cited: [
        cited(`${proxy}A`, { title: 'www.example.com', host: 'www.example.com' }),
        cited(`${proxy}B`, { title: 'Best grinders', host: 'Best grinders' }),
        cited(`${proxy}C`),
        cited('https://api.openai.com/v1/files/1'),
        cited('https://generativelanguage.googleapis.com/v1/x'),
        cited('https://openai.com/chatgpt'),
      ],
    })
    expect(reading.sources).toMatchObject([
      { url: `${proxy}A`, pageUrl: null, host: 'example.com', domain: 'example.com', owner: 'own' },
      // Machinery that a competitor has as a domain is its site.
      { host: 'api.openai.com', owner: 'competitor', position: 2 },
      { host: 'openai.com', position: 3 },
    ])
    expect(reading.dropped).toBe(3)
  })

  it('are at most 200, cited ones first, and hostile ones are dropped and counted', () => {
    const hostile = [
      'javascript:alert(1)',
      `https://e.org/${'a'.repeat(8_000)}`,
      'https://a:b@c.org/',
    ]
    const reading = read({
      cited: [
        ...hostile.map((url) => cited(url)),
        ...Array.from({ length: 150 }, (_, i) => cited(`https://a.org/${i}`)),
        ...Array.from({ length: 3_000 }, () => cited('https://a.org/0')),
      ],
      retrieved: Array.from({ length: 90 }, (_, i) =>
        retrieved(i % 2 === 0 ? `https://b.org/${i}` : `https://a.org/${i}`),
      ),
    })
    expect(reading.allCitations).toBe(150)
    expect(reading.sources.map(({ role }) => role).lastIndexOf('cited')).toBe(149)
    expect(reading.sources.at(0)?.position).toBe(1)
    expect(reading.sources.length).toBe(195)
    expect(reading.dropped).toBe(3 + 1_153)

    const many = read({
      cited: Array.from({ length: 300 }, (_, i) =>
        cited(`https://a.org/${i}`, { title: 'T'.repeat(900) }),
      ),
    })
    expect([many.sources.length, many.dropped]).toEqual([200, 100])
    expect(many.sources.at(0)?.title?.length).toBe(300)
  })
})

describe('brands that an answer names', () => {
  it('are each told once, the own one first, at their places in the text', () => {
    const text =
      '🎉 Acme Mills or Acme? Try アクメ製 or Example Grinders, from example.com or Bücher.example.'
    const { brands, mentions, isMentioned } = read({ text })
    expect([isMentioned, mentions]).toEqual([true, 3])
    expect(brands).toEqual([
      { name: 'Example', isOwn: true, mentions: 3, firstOffset: text.indexOf('Example G') },
      { name: 'Acme', isOwn: false, mentions: 2, firstOffset: 3 },
      { name: 'アクメ', isOwn: false, mentions: 1, firstOffset: text.indexOf('アクメ') },
    ])
  })

  it('are not those of addresses', () => {
    const texts = [
      'https://example.com/Example is good',
      'Good [[1]](https://example.com/Example).',
      'Good [source](https://a.org/Example_(Example) "t") and [x](/Example).',
      'Good ([example.com](https://www.example.com/a?utm_source=openai)).',
      'See <https://a.org/?q=Example>',
      'https://a.org/Exampleは良い',
      'notexample.com and example.com.evil.io and example.net and Examples',
    ]
    expect(texts.filter((text) => read({ text }).isMentioned)).toEqual([])
  })

  it('stand beside addresses', () => {
    const texts = [
      'Good (https://a.org/x) Example',
      '[Example](https://a.org/x)',
      '[example.com](https://a.org/x)',
      '前https://a.org/x。Exampleは良い',
      '**Example**’s',
      '_EXAMPLE_',
      'www.example.com/a',
    ]
    expect(texts.filter((text) => read({ text }).mentions !== 1)).toEqual([])
  })

  it('are unknown where there is no text', () => {
    const unknown = {
      isMentioned: null,
      mentions: 0,
      brands: [],
      isRecommended: null,
      sentiment: null,
    }
    expect(read({ text: ' \n' })).toMatchObject(unknown)
  })

  it('include the name of a site beside those that its owner states, unless any site has it', () => {
    const brand = { names: [], competitors: [] }
    const text = 'Coast Club is at home.'
    const stated = { names: ['Shore Ltd'], competitors: [] }
    expect(read({ text }, { brand: stated, siteName: 'Coast Club' })).toMatchObject({
      isMentioned: true,
      brands: [{ name: 'Shore Ltd' }],
    })
    expect(read({ text }, { brand, siteName: 'Coast Club' }).brands[0]?.name).toBe('Coast Club')
    expect(read({ text }, { brand, siteName: 'Home' }).isMentioned).toBe(false)
  })

  it('are of a competitor where the site is called as one is', () => {
    const competitor = { name: 'Rival', domains: ['rival.example'], aliases: [] }
    const brand = { names: [], competitors: [competitor] }
    const text = 'example.com and rival.example, or: Rival.'
    expect(read({ text }, { brand, siteName: 'RIVAL' }).brands).toMatchObject([
      { name: 'example.com', isOwn: true, mentions: 1 },
      { name: 'Rival', isOwn: false, mentions: 2 },
    ])
    const same = { names: [], competitors: [{ ...competitor, name: 'example.com' }] }
    expect(read({ text }, { brand: same, siteName: 'example.com' }).brands).toMatchObject([
      { name: 'example.com', isOwn: true },
    ])
  })

  it('do not depend on names or texts that are hostile', () => {
    const competitors = Array.from({ length: 20 }, (_, i) => ({
      name: `${'a'.repeat(90)}${i}`,
      domains: ['', '..', 'a'.repeat(9_000)],
      aliases: ['"'.repeat(8_000), '(a+)+$', '', ' ', '\uD83D'],
    }))
    const brand = { names: ['Example', 'a'.repeat(199), '*'], competitors }
    for (const part of [
      '"',
      'a',
      '](',
      '[x](http://',
      '(a+)+$',
      '花',
      '\u0301',
      '. ',
      '- a\n',
      '\uD83D',
    ]) {
      const text = `Example ${part.repeat(8_000)}`
      expect(read({ text }, { brand }).brands[0]).toMatchObject({ name: 'Example', firstOffset: 0 })
    }
  })
})

describe('what an answer says of a site', () => {
  it.each([
    ['Of these, choose:\n\n1. **Example** – fast\n2. Acme', true],
    ['### 1. Example\nGood.\n### 2. Acme\nAlso.', true],
    ['* Example\n* Acme', true],
    ['1. Example\n   - cheaper than others\n2. Acme', true],
    ['1. Acme\n   - Example is dearer\n2. Example', false],
    ['1. Acme, cheaper than Example\n2. Example', false],
    ['- Look at prices\n- Compare\n\n1. Example\n2. Acme', false],
    ['- Example is one.\nThat is all.', false],
    ['Example is good.', false],
    ['1. Acme\n2. Others', null],
  ])('is a recommendation where it leads the first list: %j', (text, expected) => {
    expect(read({ text }).isRecommended).toBe(expected)
  })

  it.each([
    ['Example is a reliable and popular choice for the kitchen.', 'positive', 0.5],
    ['The grinder of Example isn’t very reliable, and it is terrible to clean.', 'negative', -0.75],
    ['Example is a maker of grinders that is in the north of the city.', 'neutral', 0],
    ['Acme is terrible, and it is the worst. Example is one of the makers.', 'neutral', 0],
    ['Example is the best, the best, the best and it is the best of all.', 'positive', 1],
    ['Die Mühlen von Example sind nicht zuverlässig und für das Geld zu teuer.', 'negative', -0.5],
    ['Die Mühlen von Example sind sehr zuverlässige und beliebte Geräte.', 'positive', 0.5],
  ])('has a sentiment by the words beside its name: %s', (text, label, score) => {
    expect(read({ text }).sentiment).toEqual({ score, label, method: 'lexicon' })
  })

  it('has none in a language without a lexicon, or where the site is not named', () => {
    const texts = [
      'Les moulins de Example sont fiables et pas chers pour une maison, et ils sont excellents.',
      'Example は信頼できる最高の選択です。とても良いと思います。',
      'Acme is the best of all the makers that are in the city.',
    ]
    expect(texts.map((text) => read({ text }).sentiment)).toEqual([null, null, null])
  })
})
