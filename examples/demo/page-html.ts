import type { DemoPage } from './demo-page.ts'
import { STYLE_PATH } from './page-style.ts'

/** The pages' own origin and the date that they were revised on. */
export interface Published {
  origin: string
  /** ISO 8601 date, such as 2025-06-30. */
  revisedOn: string
}

const SITE_NAME = 'Tideline'
const CONTACT = 'mailto:hello@tideline.example'

const ABOUT =
  'Tideline is a guide to sea kayaking for people who plan their own days: how to read tides and forecasts, what to wear, how to get back into the boat, and where to go along one stretch of coast. The site and its coast are made up for a demonstration, so look up your own waters before you launch.'

/** Sections whose articles carry structured data; the other ones leave something to mend. */
const SECTIONS_WITH_DATA: ReadonlySet<string> = new Set(['tides', 'safety', 'gear'])

/** An article: its opening, its sections under headings, and links to the other articles of its part of the site. */
export function articleHtml(
  page: DemoPage,
  section: string,
  related: readonly DemoPage[],
  { origin, revisedOn }: Published,
): string {
  const url = origin + page.path
  const hasData = SECTIONS_WITH_DATA.has(section)
  const article = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: page.title,
    url,
    datePublished: revisedOn,
    dateModified: revisedOn,
    author: { '@type': 'Organization', name: SITE_NAME, url: `${origin}/` },
  }
  const main = [
    `<h1>${escaped(page.title)}</h1>`,
    `<p>${escaped(page.text)}</p>`,
    ...page.sections.map(
      ({ heading, text }) => `<h2>${escaped(heading)}</h2>\n<p>${escaped(text)}</p>`,
    ),
    `<p>Revised on <time datetime="${revisedOn}">${revisedOn}</time> by ${SITE_NAME}.</p>`,
  ]
  return documentHtml({
    url,
    title: page.title,
    description: page.text.split(/(?<=[.?]) /, 1)[0] ?? page.text,
    data: hasData ? article : undefined,
    main: `<article>\n${main.join('\n')}\n</article>\n<nav>\n${linkList(related)}\n</nav>`,
  })
}

/** The start page: what the site is, and every article by the part of the site that it is in. */
export function homeHtml(
  parts: ReadonlyMap<string, readonly DemoPage[]>,
  { origin }: Published,
): string {
  const lists = Array.from(
    parts,
    ([section, pages]) => `<h2>${escaped(capitalised(section))}</h2>\n${linkList(pages)}`,
  )
  return documentHtml({
    url: `${origin}/`,
    title: `${SITE_NAME}: sea kayaking by tide and weather`,
    description:
      'How to read tides and forecasts, what to wear, how to get back into a sea kayak, and trips along one stretch of coast.',
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: SITE_NAME,
      url: `${origin}/`,
      email: CONTACT,
    },
    main: `<h1>Sea kayaking by tide and weather</h1>\n<p>${escaped(ABOUT)}</p>\n${lists.join('\n')}`,
  })
}

interface Parts {
  url: string
  title: string
  description: string
  data: Record<string, unknown> | undefined
  /** HTML. */
  main: string
}

function documentHtml({ url, title, description, data, main }: Parts): string {
  // In a script element "<" could end it, and JSON can spell it otherwise.
  const json = data && JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(url)}">`,
    `<link rel="stylesheet" href="${STYLE_PATH}">`,
    ...(json === undefined ? [] : [`<script type="application/ld+json">${json}</script>`]),
    '</head>',
    '<body>',
    `<header><a href="/">${SITE_NAME}</a></header>`,
    `<main>\n${main}\n</main>`,
    `<footer><a href="${CONTACT}">Write to ${SITE_NAME}</a></footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const linkList = (pages: readonly DemoPage[]): string =>
  `<ul>\n${pages.map(({ path, title }) => `<li><a href="${path}">${escaped(title)}</a></li>`).join('\n')}\n</ul>`

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
