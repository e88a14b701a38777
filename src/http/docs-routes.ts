import { Router, type RequestHandler, type Response } from 'express'
import type { Operation } from '../kernel/door/operation.ts'
import { APP_PATH } from '../kernel/ports/app-files.ts'
import { serverAddress } from '../kernel/assistants/server-definition.ts'
import {
  API_PAGE,
  docPage,
  DOCS_PAGE,
  DOCS_STYLE,
  ERROR_PAGE,
  LLMS_TEXT,
  OPENAPI,
  STYLE_TEXT,
} from './doc-page.ts'
import { escapeHtml } from '../lib/web/escape-html.ts'
import { errorPage } from './error-page.ts'
import { fixedBody, sendFixed } from './fixed-body.ts'
import type { HttpServices } from './http-services.ts'
import { llmsText, type Registry } from './llms-text.ts'
import { pageHeaders } from './page-headers.ts'
import { readFixedFile } from '../lib/packing/fixed-bytes.ts'
import { staticFile } from './static-file.ts'

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'
const STYLE_TYPE = 'text/css; charset=utf-8'

/** Files of `swagger-ui-dist` that the page loads; the build copies them next to the bundle. */
const REFERENCE_FILES = [
  { name: 'swagger-ui-bundle.js', type: SCRIPT_TYPE },
  { name: 'swagger-ui.css', type: STYLE_TYPE },
].map((file) => ({ ...file, path: `${API_PAGE}/${file.name}` }))

const REFERENCE_SCRIPT = `${API_PAGE}/reference.js`

/**
 * The script of the API's reference. It shows our own description and asks no other server: neither for the
 * description, nor whether it is valid.
 */
const REFERENCE_SCRIPT_TEXT = `'use strict'
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: '${OPENAPI}',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** The addresses of the documentation, which everybody may read. */
export const DOCS_PATHS: readonly string[] = [
  '/',
  DOCS_PAGE,
  DOCS_STYLE,
  API_PAGE,
  REFERENCE_SCRIPT,
  ...REFERENCE_FILES.map(({ path }) => path),
  ERROR_PAGE,
  LLMS_TEXT,
]

export type DocsServices = Pick<HttpServices, 'publicUrl' | 'servers'>

/**
 * Makes the routes of the documentation: pages for people, with all that they load, and the same in short for
 * assistants.
 */
export function docsRoutes(
  operations: readonly Operation[],
  { publicUrl, servers }: DocsServices,
): Router {
  const router = Router()
  const plain = pageHeaders({ publicUrl, hasScripts: false })
  const facts = { operations, servers, publicUrl }
  // A person who opens the bare address gets the page; a client that does not ask for `text/html` gets the
  // documentation.
  router.get('/', ({ path, headers }, response, next) => {
    if (path !== '/') return next()
    response.vary('Accept')
    response.redirect(303, headers.accept?.includes('text/html') ? APP_PATH : DOCS_PAGE)
  })
  router.get(
    DOCS_PAGE,
    page(plain, () => docsIndex(facts)),
  )
  router.get(ERROR_PAGE, page(plain, errorPage))
  router.get(API_PAGE, page(pageHeaders({ publicUrl, hasScripts: true }), apiPage))
  router.get(DOCS_STYLE, (_, response) => send(response, STYLE_TYPE, STYLE_TEXT))
  router.get(REFERENCE_SCRIPT, (_, response) => send(response, SCRIPT_TYPE, REFERENCE_SCRIPT_TEXT))
  for (const { path, name, type } of REFERENCE_FILES) {
    const file = staticFile(`node_modules/swagger-ui-dist/${name}`)
    router.get(path, async (request, response) => {
      const body = await fixedBody(path, () => readFixedFile(file))
      response.setHeader('Content-Type', type)
      // @NOTE the browser asks each time and gets 304: the name is the same after an upgrade.
      sendFixed(request, response, body, 'no-cache')
    })
  }
  router.get(LLMS_TEXT, (_, response) =>
    send(response, 'text/plain; charset=utf-8', llmsText(facts)),
  )
  return router
}

function page(setHeaders: ReturnType<typeof pageHeaders>, html: () => string): RequestHandler {
  return (request, response, next) =>
    setHeaders(request, response, (error) => {
      if (error !== undefined) next(error)
      else send(response, 'text/html; charset=utf-8', html())
    })
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', type)
  response.setHeader('Cache-Control', 'no-cache')
  response.end(text)
}

/** Writes the page that leads to all others, as HTML. */
function docsIndex({ operations, servers, publicUrl }: Registry): string {
  const routes = operations.filter(({ http }) => http).length
  const rows = [
    item(API_PAGE, 'API reference', `${routes} routes, with their fields, and a form to try each`),
    item(ERROR_PAGE, 'Errors', 'what each code means and what to do'),
    item(OPENAPI, 'openapi.json', 'the API as OpenAPI 3.1, for generators and gateways'),
    item(LLMS_TEXT, 'llms.txt', 'all of this in short, for assistants'),
  ]
  const mcp = servers.map(
    (server) =>
      `<li><code>${escapeHtml(`${publicUrl}${serverAddress(server)}`)}</code>: ${escapeHtml(server.title)}, ${server.tools.length} tools${server.publicLimit ? ', without a key' : ''}</li>`,
  )
  return docPage({
    path: DOCS_PAGE,
    title: 'Citable',
    main: [
      '<h1>Citable</h1>',
      `<ul>${rows.join('')}</ul>`,
      '<h2>MCP servers</h2>',
      `<p>Streamable HTTP. Paste an address into your assistant and sign in, or send an API key as <code>Authorization: Bearer</code>.</p><ul>${mcp.join('')}</ul>`,
    ].join('\n'),
  })
}

const item = (path: string, name: string, what: string): string =>
  `<li><a href="${path}">${name}</a>: ${what}</li>`

/** Writes the page with the reference of the REST API as HTML: a frame that scripts of this server fill. */
const apiPage = (): string =>
  docPage({
    path: API_PAGE,
    title: 'API of Citable',
    isWide: true,
    head: [
      `<link rel="stylesheet" href="${API_PAGE}/swagger-ui.css">`,
      `<script src="${API_PAGE}/swagger-ui-bundle.js" defer></script>`,
      `<script src="${REFERENCE_SCRIPT}" defer></script>`,
    ].join(''),
    main: [
      '<div id="reference"></div>',
      `<div class="text"><noscript><p>This page needs scripts. The same is in <a href="${OPENAPI}">openapi.json</a>, and in`,
      `short in <a href="${LLMS_TEXT}">llms.txt</a>.</p></noscript>`,
      `<p><a href="${ERROR_PAGE}">Errors</a> says what each <code>error.code</code> means.</p></div>`,
    ].join('\n'),
  })
