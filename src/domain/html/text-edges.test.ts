import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml, SENTENCE } from './testing/read-html.ts'

const textOfBody = (body: string): string => readHtml(pageWithBody(body)).mainText
const LONG = `<p>${SENTENCE.repeat(4)}</p>`
const TEXT = SENTENCE.repeat(4).trim()

describe('what stands around the text', () => {
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, i) => `<span>${i + 1}\n</span>`).join('')

  it.each([
    ['a trail', '<div><a href="/">Home</a> <span>›</span> <span>Tides</span></div>'],
    ['a list as a trail', '<ol><li><a href="/">Startseite</a></li><li>/ Gezeiten</li></ol>'],
    [
      'a row of links about the site',
      '<div><a href="/">Ana Sayfa</a> <a href="/a">Kayık</a> <a href="/b">Kürek</a></div>',
    ],
    [
      'a box that asks for an opinion',
      '<div><p>War dieser Beitrag hilfreich?</p><button>Ja</button><button>Nein</button></div>',
    ],
    [
      'other posts',
      '<div><div><h3>Recent posts</h3></div><h4><a href="/a">Neap tides</a></h4><p>They are…</p></div>',
    ],
    [
      'other offers',
      '<section><h2>Diğer kampanyalar</h2><a href="/a"><h3>Kayık</h3><p>Yarı fiyatına</p></a></section>',
    ],
    ['numbers of lines', `<table><tr><td><pre>${numbers(40)}</pre></td></tr></table>`],
  ])('leaves out %s', (_, html) => {
    expect(textOfBody(`<main><h1>Tides</h1>${LONG}${html}</main>`)).toBe(`Tides\n${TEXT}`)
  })

  it.each([
    ['links to elsewhere', '<p><a href="/a">Kayaks</a> › <a href="/b">Paddles</a></p>', 'Kayaks'],
    ['a call to begin', '<p><a href="/a">Start rowing today</a></p>', 'Start rowing today'],
    ['a question of its own', '<p>Is a tide table helpful?</p>', 'Is a tide table helpful?'],
    [
      'a section that is headed like a box',
      `<section><h2>Related articles</h2><p>${SENTENCE.repeat(3)}<a href="/a">Kayaks</a></p></section>`,
      'Related articles',
    ],
    ['a column of figures', '<table><tr><td>1 5 9</td></tr></table>', '1 5 9'],
    ['a sentence for who listens', '<p class="sr-only">High water at noon.</p>', 'High water'],
  ])('keeps %s', (_, html, text) => {
    expect(textOfBody(`<main><h1>Tides</h1>${LONG}${html}</main>`)).toContain(text)
  })
})

describe('a page that goes on with another article', () => {
  const article = (title: string, asked: string) =>
    `<section><h1>${title}</h1><article><h2>${asked}</h2>${LONG}</article></section>`
  const read = (title: string, ...articles: string[]) =>
    readHtml(
      `<html><head><title>${title}</title></head><body><div>${articles.join('')}</div></body></html>`,
    )
  const first = article('Neap tides of the bay', 'When do they come?')
  const second = article('Storms over harbours', 'Why do they blow?')

  it('ends before it, with its headings', () => {
    const { mainText, headings, h1 } = read('Neap tides of the bay – Coast', first, second)
    expect(h1).toBe('Neap tides of the bay')
    expect(mainText).toContain('When do they come?')
    expect(mainText).not.toContain('Storms')
    expect(headings.map(({ text }) => text)).toEqual([
      'Neap tides of the bay',
      'When do they come?',
    ])
  })

  it.each([
    ['a list of posts, whose title names none', 'The coast', first, second],
    ['parts of one subject', 'Neap tides of the bay, storms over harbours', first, second],
    [
      'headings of one article',
      'Neap tides of the bay',
      `<article><h1>Neap tides of the bay</h1>${LONG}<h1>Storms</h1>${LONG}</article>`,
      '<article>Read on.</article>',
    ],
  ])('is not %s', (_, title, one, other) => {
    expect(read(title, one, other).mainText).toContain('Storms')
  })
})
