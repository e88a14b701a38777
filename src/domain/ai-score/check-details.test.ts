import { describe, expect, it } from 'vitest'
import type { CheckId } from './rubric.ts'
import { toScore } from './score.ts'
import { GOOD_SITE } from './testing/good-site.ts'
import { observeTestSite } from './testing/test-site.ts'
import { countCharacters, widthOf } from './text-width.ts'

/** Returns the result of one check for a page with this HTML. */
function judge(id: CheckId, html: string) {
  const { checks, caps } = toScore(observeTestSite({ ...GOOD_SITE, html }))
  const { status, evidence } = checks.find((check) => check.id === id)!
  return { status, details: evidence.details, caps: caps.map((cap) => cap.id) }
}

const NOTE =
  '<title>Opening hours of the tide house</title><main><h1>Opening hours</h1><p>Open every day from nine to five, but closed while a storm blows. Ring the bell at the blue door, and wait for the keeper of the house.</main>'

describe('B1 is about text that waits for a script', () => {
  it('passes a short note, and much markup for a little text', () => {
    expect(judge('B1', NOTE)).toMatchObject({ status: 'pass', caps: [] })
    const rich = NOTE.replace(
      '<main>',
      `<main>${'<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'.repeat(500)}`,
    )
    expect(judge('B1', rich).status).toBe('pass')
  })

  it.each([
    ['an empty root', '<div id="root"></div><script src="/app.js"></script>', 'js_shell'],
    ['nothing', '<script src="/app.js"></script>', 'no_text'],
    ['a notice', '<main><p>You need to enable JavaScript to run this app.</main>', 'no_text'],
    ['a notice to wait', '<main><p>Loading…</main>', 'no_text'],
    ['a notice in Japanese', '<main><p>JavaScriptを有効にしてください。</main>', 'no_text'],
  ])('fails a page that has %s', (_, html, cap) => {
    expect(judge('B1', html)).toMatchObject({ status: 'fail', caps: [cap] })
  })

  it('passes an article about turning on JavaScript', () => {
    const text =
      'To enable JavaScript, open the settings of your browser and look for the word. '.repeat(9)
    expect(judge('B1', `<main><h1>How to</h1><p>${text}</main>`).status).toBe('pass')
  })
})

describe('C1 counts characters', () => {
  it.each([
    ['👩‍👩‍👧‍👦', 1, 1],
    ['e\u0301', 1, 1],
    ['潮の満ち引き', 6, 12],
    ['tide', 4, 4],
    ['🇯🇵🌊', 2, 2],
  ])('of %s: %i, as wide as %i letters', (text, characters, width) => {
    expect([countCharacters(text), widthOf(text)]).toEqual([characters, width])
  })

  it('tells both where they differ', () => {
    const [first] = judge('C1', '<title>潮の満ち</title><main><p>潮</main>').details
    expect(first).toBe('The title has 4 characters, as wide as 8 letters.')
  })
})

describe('D2 names the properties', () => {
  it('that structured data would have', () => {
    const og = '<meta property="og:type" content="article"><meta name="date" content="2026-05-01">'
    const text = 'They come and go twice a day, and follow the moon in the sky. '.repeat(3)
    const [detail] = judge('D2', `${og}<main><h1>Tides</h1><p>${text}</main>`).details
    expect(detail).toBe(
      'A page of the kind article has no JSON-LD. It wants Article with headline or name, datePublished, author.',
    )
  })
})

describe('C2 is about the outline of the text', () => {
  const text = `<h1>Tides</h1><p>${'High water comes twice a day. '.repeat(250)}</p>`
  const headings = '<h3>New posts</h3><h3>Tags</h3><h3>Authors</h3>'

  it.each([
    ['a sidebar', `<main>${text}</main><aside>${headings}</aside>`, 'warn'],
    ['the navigation', `<main>${text}</main><nav><div>${headings}</div></nav>`, 'warn'],
    ['the footer', `<article>${text}</article><footer>${headings}</footer>`, 'warn'],
    ['the text itself', `<main>${text}${headings}</main>`, 'pass'],
  ])('and counts no headings but those of the text: %s', (_, html, status) => {
    expect(judge('C2', html).status).toBe(status)
  })
})

describe('E1', () => {
  const link = (n: number) =>
    `<h2><a href="/${n}">How high is tide ${n}?</a></h2><p>Read more →</p>`
  const faq = (question: string) => {
    const entity = { name: question, acceptedAnswer: { text: 'Six metres, at spring tide.' } }
    const data = { '@type': 'FAQPage', mainEntity: [entity] }
    return `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  }

  it.each([
    ['asks nothing', '', 'na'],
    ['has headings that only link to an answer', link(1) + link(2), 'na'],
    ['states a question that it does not show', faq('How high is high water?'), 'fail'],
    [
      'answers one question',
      '<h2>How high is it?</h2><p>It is six metres high here at spring tide.</p>',
      'pass',
    ],
  ])('judges a page that %s', (_, html, status) => {
    expect(judge('E1', `<main><h1>Tides</h1><p>They come and go.</p>${html}</main>`).status).toBe(
      status,
    )
  })
})

describe('E2', () => {
  const ANSWER =
    'A spring tide is a tide with an unusually great difference between high and low water. It comes twice a month, at new moon and at full moon, when the sun and the moon pull in one line, and it has nothing to do with the season.'

  const REST = `<h2>Neap tides</h2><p>${ANSWER}</p><p>${'They are low. '.repeat(50)}</p>`

  it.each([
    ['passes over the byline', `<p>By Ada</p><p>2026-05-01</p><p>${ANSWER}</p>${REST}`, 'pass'],
    [
      'takes short paragraphs together',
      `<p>${ANSWER.replaceAll('. ', '.</p><p>')}</p>${REST}`,
      'pass',
    ],
    ['fails where there is no answer', `<p>By Ada</p>${'<p>Soon.</p>'.repeat(160)}`, 'fail'],
    ['asks nothing of a short post', '<p>By Ada</p><p>Soon.</p>', 'na'],
  ])('%s', (_, html, status) => {
    expect(judge('E2', `<main><h1>Spring tides</h1>${html}</main>`).status).toBe(status)
  })
})

describe('a page that says that it does not exist', () => {
  it.each([
    ['<title>Tide House</title><main><p>Oops! That page can’t be found.</main>'],
    ['<title>404 - Tide House</title><main><p>Try the search.</main>'],
    ['<title>Tide House</title><main><h1>Página no encontrada</h1></main>'],
    ['<title>潮の家</title><main><p>お探しのページは存在しません</main>'],
  ])('is worth 20 at most: %s', (html) => {
    expect(judge('B2', html)).toMatchObject({ status: 'fail' })
    expect(judge('B2', html).caps).toContain('soft_404')
  })

  it('is no page that writes about such pages', () => {
    const text =
      'A server answers 404 where it has no page, and a good one says what to do next. '.repeat(20)
    expect(judge('B2', `<title>Error 404</title><main><p>${text}</main>`).status).toBe('pass')
  })
})

describe('E4 asks for something to quote', () => {
  it.each([12, 150])('and says once that there are %i words', (words) => {
    const html = `<title>Tides</title><main><h1>High water</h1><p>${'Tide. '.repeat(words - 2)}</main>`
    expect(judge('E4', html).details).toEqual([`The main text has ${words} words.`])
  })

  const about = (words: number, { lang = 'en', path = '', head = '' } = {}) => {
    const text =
      lang === 'ja'
        ? '潮が満ち引きする。'.repeat(words / 5)
        : 'High water comes. '.repeat(words / 3)
    const html = `<html lang="${lang}"><title>Tides</title>${head}<main><h1>Tides</h1><p>${text}</main></html>`
    const url = new URL(path, GOOD_SITE.url).href
    const { checks } = toScore(observeTestSite({ ...GOOD_SITE, url, html }))
    return checks.find(({ id }) => id === 'E4')!.status
  }

  it('only of pages that say next to nothing, and counts Japanese by words', () => {
    expect(about(30)).toBe('pass')
    expect(about(27)).toBe('fail')
    expect(about(50, { lang: 'ja' })).toBe('pass')
    expect(about(20, { lang: 'ja' })).toBe('fail')
  })

  it('does not count for a list what other pages say', () => {
    const data = { '@context': 'https://schema.org', '@type': 'CollectionPage', name: 'Tides' }
    const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
    expect(about(900, { head })).toBe('warn')
  })
})
