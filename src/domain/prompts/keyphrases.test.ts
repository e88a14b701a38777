import { describe, expect, it } from 'vitest'
import { keyphrases, type SiteStatistics } from './keyphrases.ts'
import { phraseCandidates, type KeyphraseSource } from './phrase-candidates.ts'
import { STOP_WORD_LANGUAGES, stopWordsOf } from './stop-words.ts'
import { summarize } from './summary.ts'
import { keyphraseSource } from './testing/keyphrase-source.ts'

const onlyPage: SiteStatistics = { siteSize: 1, df: () => 1 }
const phrasesOf = (over: Partial<KeyphraseSource>, site = onlyPage) =>
  keyphrases(phraseCandidates(keyphraseSource(over)), site).map(({ text }) => text)

describe('keyphrases of a page', () => {
  it('are stretches between stop words and punctuation', () => {
    expect(phrasesOf({ title: 'The tide table of Oban, and a boat' })).toEqual([
      'tide table',
      'boat',
      'Oban',
    ])
  })

  it('weigh more in more prominent places', () => {
    const found = phrasesOf({ title: 'Alpha', h1: 'Beta', h2: ['Gamma'], text: 'Delta.' })
    expect(found).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  })

  it('need a heading or repetition when they have several words', () => {
    expect(phrasesOf({ text: 'Brown kelp forest.' })).toEqual(['Brown', 'forest', 'kelp'])
    expect(phrasesOf({ text: 'Kelp forests. A kelp forest!' })).toEqual(['Kelp forests'])
  })

  it('are phrases that the rest of the site does not have', () => {
    const df = (key: string) => (key === 'harbour' ? 99 : 1)
    const title = 'Harbour and lighthouse'
    expect(phrasesOf({ title })).toEqual(['Harbour', 'lighthouse'])
    expect(phrasesOf({ title }, { siteSize: 100, df })).toEqual(['lighthouse', 'Harbour'])
  })

  it('do not include the name of the site', () => {
    expect(
      phrasesOf({ title: 'Oban Boats: oars', brands: ['oban boats', 'oban', 'Boat'] }),
    ).toEqual(['oars'])
  })

  it.each([
    [
      'de',
      'Die Gezeitentabelle für den Hafen von Wilhelmshaven',
      ['Gezeitentabelle', 'Hafen', 'Wilhelmshaven'],
    ],
    ['es-MX', 'La tabla de mareas y el puerto', ['mareas', 'puerto', 'tabla']],
    ['fr', 'Les marées dans le port de Brest', ['Brest', 'marées', 'port']],
    ['pt', 'As marés e o porto de Faro', ['Faro', 'marés', 'porto']],
    ['pl', 'Pływy i port w Gdyni', ['Gdyni', 'port', 'Pływy']],
    ['ru', 'Приливы и порт на севере', ['Приливы', 'порт', 'севере']],
    ['ja', '東京の潮汐表について', ['東京', '潮汐表']],
    ['zh', '上海的潮汐表', ['上海', '潮汐表']],
  ])('leave out the stop words of %s', (language, title, expected) => {
    const found = phrasesOf({ title, language })
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it('are at most ten, within 0 and 1, heaviest first', () => {
    const text = Array.from({ length: 3_000 }, (_, i) => `Word${i % 97}`).join('. ')
    const found = keyphrases(phraseCandidates(keyphraseSource({ text })), onlyPage)
    expect(found).toHaveLength(10)
    expect(found[0]?.weight).toBe(1)
    expect(found.map(({ weight }) => weight)).toEqual(
      found.map(({ weight }) => weight).toSorted((a, b) => b - a),
    )
  })

  it.each([
    '',
    '   ',
    '\u0000\u202E',
    '1 2 3',
    'x'.repeat(100_000),
    'a '.repeat(50_000),
    '漢'.repeat(50_000),
    'q-'.repeat(50_000),
    `a${'\u0301\u0316'.repeat(50_000)}`,
    'ﷺ'.repeat(50_000),
  ])('are bounded for hostile text: %#', (text) => {
    const candidates = phraseCandidates(
      keyphraseSource({ title: text, text, h2: [text], description: text }),
    )
    expect(candidates.length).toBeLessThanOrEqual(100)
    for (const { text: phrase } of candidates)
      expect(phrase).toMatch(/^[\p{L}\p{N}\p{M}'’ -]{1,60}$/u)
  })

  it('have stop words in fifteen languages', () => {
    expect(STOP_WORD_LANGUAGES).toHaveLength(16)
    expect(stopWordsOf('no').has('ikke')).toBe(true)
    expect(stopWordsOf('xx')).toEqual(stopWordsOf('en'))
  })
})

describe('summarize', () => {
  const keyphrase = (text: string) => ({ text, weight: 1 })

  it('takes the first sentence and the two that name most keyphrases, in their order', () => {
    const text = [
      'Dr. Ann Lee measured the tides of Oban for the harbour board.',
      'She liked the weather there in most of those years.',
      'A tide table lists high water, e.g. at noon, for every day.',
      'The cat of the harbour master slept through all of it.',
      'Spring tides follow the moon, and the tide table shows them.',
    ].join(' ')
    expect(
      summarize({
        text,
        h1: null,
        keyphrases: [keyphrase('tide table'), keyphrase('spring tides')],
      }),
    ).toBe(
      'Dr. Ann Lee measured the tides of Oban for the harbour board. A tide table lists high water, e.g. at noon, for every day. Spring tides follow the moon, and the tide table shows them.',
    )
  })

  it('leaves out headings, menus and repetitions', () => {
    const line = 'The harbour opens at six and closes when it is dark.'
    const text = `Home\nContact us.\n${line}\n${line}\nNo sentence without its full stop is ever taken as one`
    expect(summarize({ text, h1: 'Home', keyphrases: [] })).toBe(line)
  })

  it.each([
    ['', ''],
    ['No end', ''],
    ['潮汐表は満潮の時刻を示します。はい。', '潮汐表は満潮の時刻を示します。'],
    [
      '문의하기. 어부들은 매일 밤 그 빛을 따라 항구로 돌아옵니다.',
      '어부들은 매일 밤 그 빛을 따라 항구로 돌아옵니다.',
    ],
    ['Menu. We open at nine. Closed on Mondays.', 'We open at nine. Closed on Mondays.'],
    [
      '메뉴. 축제는 칠월에 열립니다. 입장은 무료입니다.',
      '축제는 칠월에 열립니다. 입장은 무료입니다.',
    ],
    [
      'המגדלור עומד בכניסה לנמל. הדייגים שבים לאורו.',
      'המגדלור עומד בכניסה לנמל. הדייגים שבים לאורו.',
    ],
    [
      'เมนู\nประภาคารตั้งอยู่ที่ปากอ่าว ชาวประมงกลับบ้านตามแสงไฟทุกคืน',
      'ประภาคารตั้งอยู่ที่ปากอ่าว ชาวประมงกลับบ้านตามแสงไฟทุกคืน',
    ],
    ['ይህ መብራት በየሌሊቱ ለመርከቦች መንገድ ያሳያል።', 'ይህ መብራት በየሌሊቱ ለመርከቦች መንገድ ያሳያል።'],
    [
      'اتصل بنا؟ هل يعرف كل بحار متى يبدأ المد في هذا الميناء القديم؟',
      'هل يعرف كل بحار متى يبدأ المد في هذا الميناء القديم؟',
    ],
  ])('summarises %j as %j', (text, expected) => {
    expect(summarize({ text, h1: null, keyphrases: [] })).toBe(expected)
  })

  it.each([
    'J. '.repeat(20_000),
    '.'.repeat(50_000),
    `${'x '.repeat(50_000)}.`,
    '\uD800. '.repeat(9_000),
  ])('gives at most three sentences of 300 characters for hostile text: %#', (text) => {
    expect(summarize({ text, h1: null, keyphrases: [] }).length).toBeLessThanOrEqual(902)
  })
})
