import { STATUS_CODES } from 'node:http'
import { ERROR_MEANINGS } from './error-meanings.ts'
import { ERROR_STATUS, type ErrorCode } from '../kernel/door/errors.ts'
import { API_PAGE, docPage, ERROR_PAGE } from './doc-page.ts'
import { escapeHtml } from '../lib/web/escape-html.ts'

export const errorDocUrl = (code: ErrorCode): string => `${ERROR_PAGE}#${code}`

/** Writes the page about error codes as HTML, from the same table as the answers. */
export function errorPage(): string {
  // @NOTE Object.keys loses the key type; the table is a literal, so its keys are exactly the codes.
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  return docPage({
    path: ERROR_PAGE,
    title: 'Errors of Citable',
    main: [
      '<h1>Errors</h1>',
      '<p>A request that fails is answered with <code>error.code</code>, one of these, and a sentence in',
      '<code>error.message</code>. <code>meta.requestId</code> names the request in the log of the server.',
      `The <a href="${API_PAGE}">API reference</a> has the routes.</p>`,
      ...codes.map(section),
    ].join('\n'),
  })
}

function section(code: ErrorCode): string {
  const status = ERROR_STATUS[code]
  const { means, remedy } = ERROR_MEANINGS[code]
  return [
    `<section id="${code}"><h2>${status} ${STATUS_CODES[status]}: <code>${code}</code></h2>`,
    `<p>${escapeHtml(means)}</p><p>${escapeHtml(remedy)}</p></section>`,
  ].join('\n')
}
