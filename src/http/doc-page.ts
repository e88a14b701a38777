import { PROTOCOL_PAGE } from '../kernel/wire/protocol-documents.ts'

/** The address of the first page of the documentation. */
export const DOCS_PAGE = '/docs'
export const API_PAGE = '/docs/api'
/**
 * The address of the page that `error.docUrl` leads to: each code of the service is on this page under its own name.
 */
export const ERROR_PAGE = '/docs/errors'
export const DOCS_STYLE = '/docs/style.css'
export const OPENAPI = '/openapi.json'
export const LLMS_TEXT = '/llms.txt'

const LINKS: readonly (readonly [path: string, name: string])[] = [
  [DOCS_PAGE, 'Citable'],
  [API_PAGE, 'API'],
  [ERROR_PAGE, 'Errors'],
  [PROTOCOL_PAGE, 'Protocol'],
]

/** The one stylesheet of all pages. A page may contain no style of its own, so that no text in it can become one. */
export const STYLE_TEXT = [
  ':root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#d9d9d9;--mark:#fff3bf;--link:#0b5cad}',
  '@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#16181a;--line:#3a3d40;--mark:#4a3f10;--link:#7db4f0}}',
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper)}',
  'body>nav{display:flex;gap:1.25rem;padding:.75rem 1rem;border-bottom:1px solid var(--line)}',
  '.text a,body>nav a{color:var(--link)}body>nav a{text-decoration:none}body>nav a[aria-current]{font-weight:600}',
  '.text{max-width:44rem;margin:2rem auto;padding:0 1rem}',
  '.text h2{font-size:1rem;margin:2rem 0 .25rem}.text p{margin:.25rem 0}:target{background:var(--mark)}',
  '.text code{overflow-wrap:anywhere}.text pre{overflow-x:auto;padding:.75rem;border:1px solid var(--line)}.text pre code{overflow-wrap:normal}',
  '.text table{display:block;overflow-x:auto;border-collapse:collapse}.text th,.text td{border:1px solid var(--line);padding:.25rem .5rem;text-align:start;vertical-align:top}',
].join('\n')

interface DocPage {
  path: string
  title: string
  /** HTML within the page's main part. */
  main: string
  /** HTML at the end of the head, such as links to scripts. */
  head?: string
  isWide?: boolean
}

/** Makes a page of the documentation as HTML, without a script or a style within it. */
export function docPage({ path, title, main, head = '', isWide = false }: DocPage): string {
  const links = LINKS.map(([to, name]) => {
    const current = to === path ? ' aria-current="page"' : ''
    return `<a href="${to}"${current}>${name}</a>`
  })
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<link rel="icon" href="data:,"><link rel="stylesheet" href="${DOCS_STYLE}">${head}</head>`,
    `<body><nav>${links.join('')}</nav><main class="${isWide ? 'wide' : 'text'}">`,
    main,
    '</main></body></html>\n',
  ].join('\n')
}
