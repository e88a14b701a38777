import { promisify } from 'node:util'
import { Router, type Request, type Response } from 'express'
import { docPage } from './doc-page.ts'
import { escapeHtml } from '../lib/web/escape-html.ts'
import { fixedBody, sendFixed, type FixedBody } from './fixed-body.ts'
import { pageHeaders } from './page-headers.ts'
import {
  PROTOCOL_DOCUMENTS,
  PROTOCOL_PAGE,
  readProtocolDocument,
  SPECIFICATION,
} from '../kernel/wire/protocol-documents.ts'

/** The two addresses of the specification; the shorter one is the address of its version. */
const PAGES = [PROTOCOL_PAGE, `${PROTOCOL_PAGE}/spec`]

/** The addresses of the Ask AI Protocol, which everybody may read. */
export const PROTOCOL_PATHS: readonly string[] = [
  ...PAGES,
  ...PROTOCOL_DOCUMENTS.map(({ path }) => path),
]

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400, stale-if-error=604800'

/** Serves the specification, its schemas, vectors and data, to pages of any origin. */
export function protocolRoutes({ publicUrl }: { publicUrl: string }): Router {
  const router = Router()
  const setHeaders = promisify(pageHeaders({ publicUrl, hasScripts: false }))
  for (const path of PAGES) {
    router.get(path, async (request, response) => {
      await setHeaders(request, response)
      response.type('html')
      // The frame around the text belongs to this release of the service.
      send(request, response, await fixedBody(PROTOCOL_PAGE, specificationPage), FOR_A_DAY)
    })
  }
  for (const document of PROTOCOL_DOCUMENTS) {
    router.get(document.path, async (request, response) => {
      response.setHeader('Content-Type', document.type)
      const body = await fixedBody(document.path, () => readProtocolDocument(document))
      send(request, response, body, document.isFixed ? FOR_EVER : FOR_A_DAY)
    })
  }
  return router
}

function send(request: Request, response: Response, body: FixedBody, caching: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  sendFixed(request, response, body, caching)
}

/** Writes the specification as a page for people, each heading with an anchor. */
async function specificationPage(): Promise<string> {
  const { Marked } = await import('marked')
  const slugs = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${slugOf(text, slugs)}">${inner}</h${depth}>\n`
      },
      // The text has no HTML, and a page may run or style nothing of its own.
      html: ({ text }) => escapeHtml(text),
    },
  })
  const text = (await readProtocolDocument(SPECIFICATION)).toString('utf8')
  const main = await marked.parse(text)
  return docPage({ path: PROTOCOL_PAGE, title: 'Ask AI Protocol 1.0', main })
}

/** Makes the anchor of a heading, such as `6-policy` for `## 6. Policy`, and each anchor once. */
function slugOf(text: string, taken: Set<string>): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const slug = plain.replace(/^-|-$/g, '') || 'section'
  const free = taken.has(slug) ? `${slug}-${taken.size}` : slug
  taken.add(free)
  return free
}
