import { Router, type RequestHandler, type Response } from 'express'
import type { Operation } from '../kernel/door/operation.ts'
import { apiPage, REFERENCE_FILES, REFERENCE_SCRIPT, REFERENCE_SCRIPT_TEXT } from './api-page.ts'
import { API_PAGE, DOCS_PAGE, DOCS_STYLE, ERROR_PAGE, LLMS_TEXT, STYLE_TEXT } from './doc-page.ts'
import { docsIndex } from './docs-index.ts'
import { errorPage } from './error-page.ts'
import type { HttpServices } from './http-services.ts'
import { llmsText } from './llms-text.ts'
import { pageHeaders } from './page-headers.ts'

/** The addresses of the documentation, which everybody may read. */
export const DOCS_PATHS: readonly string[] = [
  DOCS_PAGE,
  DOCS_STYLE,
  API_PAGE,
  REFERENCE_SCRIPT,
  ...REFERENCE_FILES.keys(),
  ERROR_PAGE,
  LLMS_TEXT,
]

export type DocsServices = Pick<HttpServices, 'publicUrl' | 'servers'>

/** Serves the documentation: pages for people, with all that they load, and the same in short for assistants. */
export function docsRoutes(
  operations: readonly Operation[],
  { publicUrl, servers }: DocsServices,
): Router {
  const router = Router()
  const plain = pageHeaders({ publicUrl, hasScripts: false })
  const facts = { operations, servers, publicUrl }
  router.get(
    DOCS_PAGE,
    page(plain, () => docsIndex(facts)),
  )
  router.get(ERROR_PAGE, page(plain, errorPage))
  router.get(API_PAGE, page(pageHeaders({ publicUrl, hasScripts: true }), apiPage))
  router.get(DOCS_STYLE, (_, response) => send(response, 'text/css; charset=utf-8', STYLE_TEXT))
  router.get(REFERENCE_SCRIPT, (_, response) =>
    send(response, 'text/javascript; charset=utf-8', REFERENCE_SCRIPT_TEXT),
  )
  for (const [path, { root, name }] of REFERENCE_FILES) {
    router.get(path, (_, response) => {
      // @NOTE the browser asks each time and hears 304: the name is the same after an upgrade.
      response.sendFile(name, {
        root,
        cacheControl: false,
        headers: { 'Cache-Control': 'no-cache' },
      })
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
