import type { Operation } from '../kernel/door/operation.ts'
import { serverAddress, type ServerDefinition } from '../kernel/assistants/server-definition.ts'
import {
  API_PAGE,
  docPage,
  DOCS_PAGE,
  ERROR_PAGE,
  escapeHtml,
  LLMS_TEXT,
  OPENAPI,
} from './doc-page.ts'

interface Sources {
  operations: readonly Operation[]
  servers: readonly ServerDefinition[]
  publicUrl: string
}

/** The page that leads to all others, as HTML. */
export function docsIndex({ operations, servers, publicUrl }: Sources): string {
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
      `<p>Streamable HTTP, with an API key as <code>Authorization: Bearer</code>.</p><ul>${mcp.join('')}</ul>`,
    ].join('\n'),
  })
}

const item = (path: string, name: string, what: string): string =>
  `<li><a href="${path}">${name}</a>: ${what}</li>`
