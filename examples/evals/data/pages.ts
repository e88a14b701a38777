import type { PageHandler } from '../../../src/testing/web-site.ts'

interface EvalPage {
  title: string
  text: string
  /** True where the head has a description. */
  isDescribed?: boolean
  isNoindex?: boolean
  /** The answer of the page from the second scan on: it fails, or leads to another path. */
  answer?: 'fails' | `/${string}`
  weight: number
}

/** The pages of the shop, by path. */
export const SHOP_PAGES: Readonly<Record<string, EvalPage>> = {
  '/': {
    title: 'Harbour Kayaks',
    text: 'We build and sell sea kayaks in Kiel, and write guides for people who paddle them.',
    isDescribed: true,
    weight: 20,
  },
  '/pricing': {
    title: 'Prices of our kayaks',
    text: 'A touring kayak costs 1,900 euros, a sea kayak 2,600 euros, and a double 3,400 euros.',
    weight: 8,
  },
  '/shipping': {
    title: 'Shipping and delivery',
    text: 'Shipping a kayak within Germany costs 89 euros and takes five days. Shipping to Austria takes eight days, to an island it is possible in summer and takes ten.',
    isDescribed: true,
    weight: 18,
  },
  '/returns': {
    title: 'Returns and refunds',
    text: 'You can return a kayak within 30 days. A used kayak can be returned with a tenth of its price kept. The refund comes within a week after the return.',
    weight: 8,
  },
  '/guides/tides': {
    title: 'How to read a tide table',
    text: 'A tide table lists high and low water for each day. A spring tide comes after full moon. Rising tide is best for launching from a shallow beach.',
    isDescribed: true,
    weight: 16,
  },
  '/guides/life-jackets': {
    title: 'Choosing a life jacket',
    text: 'The size of life jacket that you need follows from your weight. Life jackets do not expire, but foam loses lift after ten years.',
    weight: 10,
  },
  '/guides/cold-water': {
    title: 'Cold water shock',
    text: 'Cold water shock is the gasp of the first minute. Below 12 degrees it is too cold without a drysuit.',
    isDescribed: true,
    weight: 9,
  },
  '/guides/paddle-length': {
    title: 'Which paddle length fits',
    text: 'Paddle length follows from your height and the width of the kayak: 215 cm fits most people. Your height in the boat counts.',
    weight: 6,
  },
  '/guides/seasickness': {
    title: 'Seasickness in a kayak',
    text: 'Look at the horizon, eat ginger, and turn back early. Seasickness is common in following waves.',
    weight: 3,
  },
  '/imprint': {
    title: 'Imprint',
    text: 'Harbour Kayaks GmbH, Kiel. Represented by its owners.',
    isNoindex: true,
    weight: 2,
  },
  '/events': {
    title: 'Events',
    text: 'We paddle together on Sundays.',
    answer: 'fails',
    weight: 0,
  },
  '/delivery': { title: 'Delivery', text: 'How a kayak travels.', answer: '/shipping', weight: 0 },
  '/staff/rota': { title: 'Rota', text: 'Who opens the shop on which day.', weight: 1 },
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The HTML of each page, with links to all others, by path. */
export const shopHtml = (): Record<string, string> =>
  Object.fromEntries(Object.entries(SHOP_PAGES).map(([path, page]) => [path, htmlOf(page)]))

const fail: PageHandler = (_, response) => response.writeHead(500).end('Out of order')

const sendTo =
  (location: string): PageHandler =>
  (_, response) =>
    response.writeHead(301, { location }).end()

/** Returns the answers that some paths give from the second scan on. */
export const changedPages = (): [path: string, answer: PageHandler][] =>
  Object.entries(SHOP_PAGES).flatMap(([path, { answer }]) =>
    answer === undefined ? [] : [[path, answer === 'fails' ? fail : sendTo(answer)]],
  )

function htmlOf({ title, text, isDescribed, isNoindex }: EvalPage): string {
  const links = Object.entries(SHOP_PAGES).map(
    ([path, page]) => `<a href="${path}">${escaped(page.title)}</a>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
${isDescribed === true ? `<meta name="description" content="${escaped(text)}">` : ''}
${isNoindex === true ? '<meta name="robots" content="noindex">' : ''}</head>
<body><nav>${links.join(' ')}</nav><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>`
}
