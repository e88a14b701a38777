import { describe, expect, it } from 'vitest'
import { findBotWall } from './bot-wall.ts'
import { countEvidence } from './evidence-density.ts'
import { standsAlone, countPassageWords } from './passage-words.ts'
import { MAX_REQUESTS, PROBES } from './probes.ts'
import { isQuestion } from './questions.ts'
import { isSameHost, isSamePage } from './same-page.ts'
import { scriptOfLanguage, scriptOfText } from './script-of.ts'
import { isVisibleName, isVisiblePrice } from './visible-text.ts'

describe('findBotWall', () => {
  const wall = (html: string, textChars = 40, status = 200, headers = {}) =>
    findBotWall({ status, headers, body: Buffer.from(html), textChars })

  it.each([
    [
      '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>',
      'a Cloudflare challenge',
    ],
    ['<iframe id="main-iframe" src="/_Incapsula_Resource?x">', 'an Imperva challenge'],
    ['<script src="https://ct.captcha-delivery.com/c.js">', 'a DataDome challenge'],
  ])('recognises a protection by its page: %s', (html, expected) => {
    expect(wall(html)).toBe(expected)
  })

  it.each([401, 403, 429])('recognises a protection by status %i', (status) => {
    expect(wall('<p>No</p>', 2, status)).toContain(String(status))
  })

  it('finds nothing in forms and normal pages behind a protection', () => {
    expect(wall('<form><div class="g-recaptcha">', 400)).toBeNull()
    expect(wall('<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">', 900)).toBeNull()
    expect(wall('<p>About captcha-delivery.com', 5_000)).toBeNull()
    expect(wall('<p>Gone', 4, 404)).toBeNull()
  })
})

describe('isSamePage and isSameHost', () => {
  it.each([
    ['https://a.example/x/', 'http://www.a.example/x#top', true],
    ['https://a.example/x/index.html', 'https://a.example/x', true],
    ['https://a.example/x?b=2&a=1&utm_source=q', 'https://a.example/x?a=1&b=2', true],
    ['https://a.example/x', 'https://a.example/X', false],
    ['https://a.example/x', 'https://b.example/x', false],
    ['https://a.example/x?page=2', 'https://a.example/x', false],
    ['nonsense', 'nonsense', false],
  ])('judge %s and %s as one page: %s', (one, other, expected) => {
    expect(isSamePage(one, other)).toBe(expected)
  })

  it('take a host with and without www as one', () => {
    expect(isSameHost('https://www.a.example/', 'http://a.example/x')).toBe(true)
    expect(isSameHost('https://a.example.evil.example/', 'https://a.example/')).toBe(false)
  })
})

describe('isQuestion', () => {
  it.each([
    ['What is kelp?', 'en', true],
    ['How to read a table', 'en-GB', true],
    ['Wie liest man die Tafel', 'de', true],
    ['Wie liest man die Tafel', 'en', false],
    ['¿Cuándo hay marea viva?', null, true],
    ['潮汐表はどこですか', 'ja', true],
    ['Results', 'en', false],
    ['Howling wind', 'en', false],
    ['', null, false],
  ])('reads %j in %s as a question: %s', (heading, language, expected) => {
    expect(isQuestion(heading, language)).toBe(expected)
  })
})

describe('countEvidence', () => {
  it.each([
    ['It rose by 12.5 % in 3 years.', 2],
    ['It costs $1,200 or 900 €.', 2],
    ['約20%、間隔は約15日です。', 2],
    ['Im Jahr 2020 kamen 3 Millionen.', 1],
    ['In 2020, chapter 3 of v1.2 said so.', 0],
    ['mp3 h264 5minutesago', 0],
  ])('finds in %j this many figures: %i', (text, expected) => {
    expect(countEvidence(text).figures).toBe(expected)
  })

  it.each([
    ['en', '12 percent, 3 kilometres', 2],
    ['de', '12 Prozent in einem Jahr, 1 Jahr, 5 Mio. Euro', 3],
    ['fr', '12 pour cent, 3 milliards, 10 fois', 3],
    ['es', '12 por ciento, 20 segundos, 5 veces', 3],
    ['pt', '12 por cento, 5 mil, 20 reais', 3],
    ['it', '12 per cento, 3 miliardi, 5 volte', 3],
    ['ja', '12パーセント、3件、5回', 3],
    ['zh', '3公里，5小时，20天', 3],
    ['nl', '12 procent, 15 jaar, 3 miljoen, 24 uur, 2 weken', 5],
    ['pl', '500 zł, 30 minut, 2500 lat, 10 tys., 12 procent', 5],
    ['sv', '10 miljoner, 5 år, 20 kronor, 12 procent, 3 veckor', 5],
    ['ko', '12퍼센트, 3개월 동안, 5명이, 20년에', 4],
    ['tr', 'yüzde 12, %20, 5 yıldır, 3 milyon, 10 dakika, 50 TL', 6],
  ])('counts figures in %s: %s', (_, text, expected) => {
    expect(countEvidence(text).figures).toBe(expected)
  })

  it.each(['2020 yılında', 'w 2025 roku', '2020 일본', 'sv1 årtal 5 åringar'])(
    'counts none in %s',
    (text) => {
      expect(countEvidence(text).figures).toBe(0)
    },
  )

  it('counts quotations of what somebody said', () => {
    const text =
      'She said “the tide waits for nobody at all”, and he „es bleibt dabei, wie es ist“. A "word" is none.'
    expect(countEvidence(text).quotations).toBe(2)
  })
})

describe('passages', () => {
  it('have comparable word counts in scripts with and without spaces', () => {
    expect(countPassageWords('one two three')).toBe(3)
    expect(countPassageWords('潮'.repeat(100))).toBe(60)
  })

  it('do not stand alone when they begin with a reference back', () => {
    expect(standsAlone('Tides rise.')).toBe(true)
    expect(standsAlone('However, tides rise.')).toBe(false)
    expect(standsAlone('Itinerary of the day')).toBe(true)
  })
})

describe('visible text', () => {
  it.each([
    ['1299', true],
    ['1299.00', true],
    ['19.5', true],
    ['129', false],
    ['12.99', false],
    ['free', true],
  ])('contains the price %s: %s', (price, expected) => {
    expect(isVisiblePrice(price, 'now 1.299,00 € instead of 19.50')).toBe(expected)
  })

  it('contains a name when it has half of its words', () => {
    expect(isVisibleName('Spring tides explained', 'how spring tides work')).toBe(true)
    expect(isVisibleName('Ten cheap summer recipes', 'how spring tides work in summer')).toBe(false)
  })
})

describe('scriptOfLanguage and scriptOfText', () => {
  it.each([
    ['en', 'Latin'],
    ['pt-BR', 'Latin'],
    ['ja', 'Chinese or Japanese'],
    ['sr', undefined],
    ['zh-Latn', undefined],
  ])('give for the language %s the script %s', (tag, expected) => {
    expect(scriptOfLanguage(tag)).toBe(expected)
  })

  it('give for a text the script of most letters, when there are enough', () => {
    expect(scriptOfText('Прилив сменяет отлив. '.repeat(5))).toBe('Cyrillic')
    expect(scriptOfText('Прилив')).toBeUndefined()
    expect(scriptOfText('潮汐表 tide '.repeat(20))).toBeUndefined()
  })
})

describe('the requests of a score', () => {
  it('stay within the limit, whatever is found', () => {
    const sure = PROBES.filter(({ isSpare }) => !isSpare)
    expect(sure.reduce((sum, { maxRequests }) => sum + maxRequests, 0)).toBeLessThanOrEqual(
      MAX_REQUESTS,
    )
    expect(new Set(PROBES.map(({ id }) => id)).size).toBe(PROBES.length)
  })
})
