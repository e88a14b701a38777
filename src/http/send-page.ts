import { promisify } from 'node:util'
import type { PageAnswer } from '../kernel/door/page-answer.ts'
import type { RefusalForm } from '../kernel/wire/refuse.ts'
import { setHeaders, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { escapeHtml } from '../lib/web/escape-html.ts'
import { DOCS_PAGE, docPage } from './doc-page.ts'
import type { HttpServices } from './http-services.ts'
import { keepSession } from './session-cookie.ts'

/** Sends a page, or a redirect to another one with status 303, so that the browser does not send a form again. */
export async function sendPage(
  services: Pick<HttpServices, 'app' | 'publicUrl'>,
  exchange: HttpExchange,
  output: unknown,
): Promise<void> {
  const { response, headers } = exchange
  // @NOTE the output of a page is a `PageAnswer`, and execute parsed it with that.
  const answer = output as PageAnswer
  if (answer.kind === 'redirect') {
    if (answer.session !== undefined) keepSession(services, exchange, answer.session)
    response.writeHead(303, {
      ...headers,
      Location: answer.location,
      'Referrer-Policy': 'no-referrer',
    })
    response.end()
    return
  }
  setHeaders(exchange)
  await setPolicy(exchange, services.publicUrl, answer)
  response.writeHead(answer.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(answer.html),
  })
  response.end(answer.html)
}

/** Sets the security headers of a page; helmet, which makes them, is loaded with the first page. */
async function setPolicy(
  { request, response }: HttpExchange,
  publicUrl: string,
  { style, formActions }: Extract<PageAnswer, { kind: 'page' }>,
): Promise<void> {
  const { pageHeaders } = await import('./page-headers.ts')
  const policy = { publicUrl, hasScripts: false, styles: [`'${style}'`], formActions }
  await promisify(pageHeaders(policy))(request, response)
}

/** The most refused fields that a page shows: a person reads no more than these. */
const MAX_SHOWN_FIELDS = 5

/** Writes a refusal as a page that a person sees in a browser. */
export const pageRefusal: RefusalForm = (error, { caller }) => {
  const status = error.status === 422 ? 400 : error.status
  const fields = (error.details.fields ?? []).slice(0, MAX_SHOWN_FIELDS)
  const lines = fields.map(({ path, message }) => `<li>${escapeHtml(`${path}: ${message}`)}</li>`)
  return {
    text: docPage({
      path: DOCS_PAGE,
      title: 'This did not work',
      main: [
        `<h1>This did not work</h1><p>${escapeHtml(error.message)}</p>`,
        lines.length > 0 ? `<ul>${lines.join('')}</ul>` : '',
        `<p>Status ${status}, request <code>${caller.requestId}</code>.</p>`,
      ].join('\n'),
    }),
    status,
    headers: REFUSAL_HEADERS,
  }
}

const REFUSAL_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
}
