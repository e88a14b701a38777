import { STATUS_CODES } from 'node:http'
import { ERROR_MEANINGS } from '../kernel/error-meanings.ts'
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts'

/** `error.docUrl` leads here: each code of the service stands on this page under its own name. */
export const ERROR_PAGE = '/docs/errors'

export const errorDocUrl = (code: ErrorCode): string => `${ERROR_PAGE}#${code}`

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}' +
  'h2{font-size:1rem;margin:2rem 0 .25rem}p{margin:.25rem 0}:target{background:#fff3bf}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#16181a}:target{background:#4a3f10}}'

/** The page may run no scripts and load nothing from elsewhere. */
export const ERROR_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page as HTML; made of the table that the answers are made of. */
export function errorPage(): string {
  // @NOTE Object.keys loses the key type; the table is a literal, so its keys are exactly the codes.
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><title>Errors of Citable</title>',
    `<style>${STYLE}</style></head><body><h1>Errors</h1>`,
    '<p>A request that fails is answered with <code>error.code</code>, one of these, and a sentence in',
    '<code>error.message</code>. <code>meta.requestId</code> names the request in the log of the server.</p>',
    ...codes.map(section),
    '</body></html>\n',
  ].join('\n')
}

function section(code: ErrorCode): string {
  const status = ERROR_STATUS[code]
  const { means, remedy } = ERROR_MEANINGS[code]
  return [
    `<section id="${code}"><h2>${status} ${STATUS_CODES[status]}: <code>${code}</code></h2>`,
    `<p>${escapeHtml(means)}</p><p>${escapeHtml(remedy)}</p></section>`,
  ].join('\n')
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
