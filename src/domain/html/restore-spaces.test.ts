import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const read = (html: string) =>
  readPage(Buffer.from(html), { url: 'https://a.example/', contentType: null, headers: {} })

describe('headings in parts', () => {
  it.each([
    ['Harbour<span>Tide 3</span>', 'Harbour Tide 3 | Coast', 'Harbour Tide 3'],
    ['Harbour<span>Tide 3</span>', 'Buy the Harbour  Tide 3 today', 'Harbour Tide 3'],
    ['Harbour<span>Tide™ 3</span>', 'Harbour Tide 3 | Coast', 'Harbour Tide 3'],
    ['Tide<span>Book</span>', 'TideBook | Coast', 'TideBook'],
    ['Harbour <span>Tide 3</span>', 'HarbourTide 3', 'Harbour Tide 3'],
    ['Harbour<span>Tide</span>', 'Another title', 'HarbourTide'],
  ])('%s under the title %s is %s', (h1, title, expected) => {
    const page = read(
      `<title>${title}</title><main><h1>${h1}</h1><p>The device shows the tide of today.</p></main>`,
    )
    expect(page.h1).toBe(expected)
    expect(page.headings[0]?.text).toBe(expected)
    expect(page.sections[0]?.heading).toBe(expected)
  })

  it('are looked for in the title that others are shown, too', () => {
    const page = read(
      '<title>Coast</title><meta property="og:title" content="Harbour Tide 3"><h1>Harbour<span>Tide 3</span></h1><p>The device.</p>',
    )
    expect(page.h1).toBe('Harbour Tide 3')
  })
})
