import { describe, expect, it } from 'vitest'
import { titleDay } from './byline-day.ts'
import { readHtml } from './testing/read-html.ts'

describe('titleDay', () => {
  it.each([
    ['Bad Kleinau, 14.01.2026\nTides', '2026-01-14'],
    ['Tides\n3. Mai 2026', '2026-05-03'],
    ['Tides\nBy Ada · May 3, 2026 · 7 min read', '2026-05-03'],
    ['Tides\n2026-05-03 10:27:49 / by ada', '2026-05-03'],
    ['Tides\n2026-05-03 19:30', null],
    ['Tides\n3. Mai 2026, 19:00 Uhr', null],
    ['Tides\n3. Mai 2026 | 19 Uhr', null],
    ['Tides\n1. – 3. Mai 2026', null],
    ['Tides\n30 April 2026 - 3 May 2026', null],
    ['Tides\n3. Mai 2026 Neue Öffnungszeiten im Hafen', null],
    ['One\nTwo\nThree\nFour\nFive\n3. Mai 2026', null],
    ['', null],
  ])('reads %j as %s', (text, expected) => {
    expect(titleDay(text, 'Tides')).toBe(expected)
  })
})

describe('the day that a page was published', () => {
  const TEXT = '<p>The tide comes in twice a day, and every harbour lives by its times.</p>'
  const line = '<h6>Bad Kleinau, 14.01.2026</h6>'

  it.each([
    ['above the title', `<main>${line}<h1>Tides</h1>${TEXT}</main>`],
    ['below the title', `<main><h1>Tides</h1>${line}${TEXT}</main>`],
    ['beside the title', `<main><h1>Tides</h1><aside>2026-01-14</aside>${TEXT}</main>`],
  ])('is one that it shows %s, where it states none', (_, html) => {
    expect(readHtml(`<body>${html}`)).toMatchObject({
      publishedAt: '2026-01-14T00:00:00.000Z',
      publishedSource: 'shown',
    })
  })

  it('is the one that a program marks beside the title, and no other on the page', () => {
    const marked = (day: string) =>
      `<time class="entry-date published" datetime="2026-01-${day}">then</time><time class="updated">now</time>`
    const other = `<div><h2>More</h2>${marked('02')}</div>`
    const read = (beside: string, text = TEXT.repeat(3)) =>
      readHtml(`<body><div><h1>Tides</h1><p>${beside}</p></div>${text}${other}`)
    expect(read(marked('14'))).toMatchObject({
      publishedAt: '2026-01-14T00:00:00.000Z',
      publishedSource: 'time',
    })
    expect(read(marked('14')).mainText).toContain('then now')
    expect(read('').publishedAt).toBeNull()
    expect(read(marked('14'), `<h2>Neap</h2>${TEXT}`).publishedAt).toBeNull()
  })

  it('is one that it states first of all', () => {
    const meta = '<meta name="date" content="2026-01-12">'
    const { publishedSource } = readHtml(`${meta}<body><main><h1>Tides</h1>${line}${TEXT}</main>`)
    expect(publishedSource).toBe('meta')
  })

  it('is none of a list with one entry', () => {
    const entry = '<p>14.01.2026</p><h2><a href="/neap">Neap tides</a></h2>'
    const { publishedAt } = readHtml(`<body><main><h1>Tides</h1>${entry}${TEXT}</main>`)
    expect(publishedAt).toBeNull()
  })

  it('is none of a list with a date for each entry', () => {
    const entries = [1, 2, 3].map((day) => `<p>${day}. Mai 2026</p>${TEXT}`).join('')
    expect(readHtml(`<body><main><h1>Tides</h1>${entries}</main>`).publishedAt).toBeNull()
  })
})
