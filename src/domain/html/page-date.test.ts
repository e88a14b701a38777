import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml } from './testing/read-html.ts'

const page = (json: object, head = '') =>
  readHtml(
    `<meta property="og:type" content="article">${head}<script type="application/ld+json">${JSON.stringify(json)}</script><h1>Contact</h1><p>The office is at the quay.</p>`,
  ).publishedAt

const DAY = '2026-04-02T08:00:00.000Z'
const OTHER = '2026-05-03T08:00:00.000Z'

describe('the day that structured data states of a page', () => {
  it('is none of an article where it is that of the mere page', () => {
    expect(page({ '@type': 'WebPage', datePublished: DAY })).toBeNull()
    expect(page({ '@graph': [{ '@type': ['WebPage', 'ContactPage'], datePublished: DAY }] })).toBe(
      null,
    )
  })

  it('gives way to the day that the page states of the article', () => {
    const head = `<meta property="article:published_time" content="${OTHER}">`
    expect(page({ '@type': 'WebPage', datePublished: DAY }, head)).toBe(OTHER)
  })

  it.each([
    { '@type': 'BlogPosting', datePublished: DAY },
    {
      '@graph': [
        { '@type': 'WebPage', datePublished: OTHER },
        { '@type': 'Article', datePublished: DAY },
      ],
    },
    { '@type': 'WebPage', datePublished: DAY, author: { name: 'Ada Ferris' } },
  ])('is that of what was written, or of who wrote it: %j', (json) => {
    expect(page(json)).toBe(DAY)
  })

  it('is taken of a page that does not call itself an article', () => {
    const html = `<script type="application/ld+json">{"@type":"WebPage","datePublished":"${DAY}"}</script><h1>Contact</h1>`
    expect(readHtml(html).publishedAt).toBe(DAY)
  })
})

it('what a script opens over a page is no text of it', () => {
  const box = '<div id="sent" data-reveal><p>Your message was sent. We thank you for it.</p></div>'
  expect(readHtml(pageWithBody(`<main><h1>Agenda</h1></main>${box}`)).mainText).toBe('Agenda')
})
