import type { Parity, ParityAnswer } from '../observation.ts'
import { GOOD_HTML, GOOD_SITE } from './good-site.ts'
import type { TestSite } from './test-site.ts'

const head = (markup: string): string => GOOD_HTML.replace('</head>', `${markup}</head>`)

const got = (agent: string, part: Partial<ParityAnswer> = {}): ParityAnswer => ({
  agent,
  status: 200,
  botWall: null,
  textBytes: 2_000,
  ...part,
})

/** Makes the answers to a browser and two bots, one of them with the given fields. */
const parityOf = (part: Partial<ParityAnswer>): Parity => ({
  browser: got('a browser'),
  bots: [got('GPTBot', part), got('ClaudeBot')],
  keptOut: ['PerplexityBot'],
})

/** The sites that keep bots or readers out, by the way in which they do it. */
export const ACCESS_SITES: Readonly<Record<string, Partial<TestSite>>> = {
  'blocks every bot': { robots: 'User-agent: *\nDisallow: /\n' },
  'blocks OpenAI and those who fetch for people': {
    robots: `User-agent: OAI-SearchBot
User-agent: ChatGPT-User
User-agent: Claude-User
User-agent: Perplexity-User
User-agent: MistralAI-User
Disallow: /blog/
User-agent: *
Allow: /
`,
  },
  'has no robots.txt': { robots: undefined },
  'fails to answer robots.txt': { robots: 503 },
  'has a robots.txt that is too long to be read': {
    robots: `${GOOD_SITE.robots}${'# Nothing.\n'.repeat(50_000)}Disallow: /blog/\n`,
  },
  'signals its wishes to one bot alone': {
    robots: String(GOOD_SITE.robots)
      .replace(/^Content-Signal.*\n/m, '')
      .concat('User-agent: bingbot\nContent-Signal: search=no\n'),
  },
  'answers robots.txt with its front page': { robots: '<!doctype html>\n<p>Welcome</p>\n' },
  'asks not to be indexed': { html: head('<meta name="robots" content="noindex, noai">') },
  'asks Google alone not to index it': { headers: { 'x-robots-tag': 'googlebot: noindex' } },
  'allows no snippet': { html: head('<meta name="robots" content="nosnippet">') },
  'allows short snippets': { html: head('<meta name="robots" content="max-snippet:50">') },
  'stands behind a challenge': {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
    html: '<html><head><title>Just a moment...</title></head><body></body></html>',
  },
  'asks for a captcha with status 200': {
    html: '<html lang="en"><title>One more step</title><div class="g-recaptcha"></div></html>',
  },
  'is gone': { status: 404, html: '<html lang="en"><title>Not found</title><h1>404</h1></html>' },
  'says not found with status 200': {
    html: '<html lang="en"><title>Page not found | Tide Notes</title><main><h1>Page not found</h1></main></html>',
  },
  'serves a PDF that one bot may not index': {
    headers: { 'content-type': 'application/pdf', 'x-robots-tag': 'bingbot: noindex' },
    html: '%PDF-1.4',
  },
  'refuses the names of bots': {
    parity: parityOf({ status: 403, botWall: 'status 403, a refusal', textBytes: 20 }),
  },
  'gives bots a part of the text': { parity: parityOf({ textBytes: 700 }) },
  'gives bots nearly all of the text': { parity: parityOf({ textBytes: 1_950 }) },
  'serves a PDF': { headers: { 'content-type': 'application/pdf' }, html: '%PDF-1.4' },
  'is made by scripts': {
    html: `<!doctype html><html lang="en"><head><title>Tide Notes, the app</title></head>
      <body><div id="root"></div><script src="/app.js"></script></body></html>`,
  },
  'redirects twice, to http': {
    url: GOOD_SITE.url.replace('https:', 'http:'),
    redirects: [
      { url: 'https://tides.example/p/12', status: 302 },
      { url: 'https://tides.example/spring-tides', status: 301 },
    ],
  },
  'redirects twice': {
    redirects: [
      { url: 'https://tides.example/p/12', status: 302 },
      { url: 'https://tides.example/spring-tides', status: 301 },
    ],
  },
  'is slow': { ttfbMs: 2_400 },
  'is not fast': { ttfbMs: 900 },
  'has more than a megabyte of styles': {
    html: head(`<style>${'.a{color:red}'.repeat(100_000)}</style>`),
  },
  'has three megabytes of text': {
    html: GOOD_HTML.replace('</article>', `<p>${'The tide rises. '.repeat(190_000)}</p></article>`),
  },
  'has a menu longer than its text': {
    html: GOOD_HTML.replace(
      '<a href="/">',
      `${Array.from({ length: 200 }, (_, i) => `<a href="/h/${i}">Harbour number ${i}</a> `).join('')}<a href="/">`,
    ),
  },
}
