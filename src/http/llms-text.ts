import type { Access } from '../kernel/door/access.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { GRANTABLE_SCOPES, SCOPES } from '../kernel/door/scopes.ts'
import { serverAddress, type ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { API_PAGE, ERROR_PAGE, OPENAPI } from './doc-page.ts'

/** The data that the pages are made of. */
export interface Registry {
  operations: readonly Operation[]
  servers: readonly ServerDefinition[]
  publicUrl: string
}

/**
 * Writes a description of this server and of how it is called, in the form of https://llmstxt.org, for assistants that
 * were given its address. It is made of the registry alone, and the same for everybody.
 */
export function llmsText({ operations, servers, publicUrl }: Registry): string {
  const scopes = GRANTABLE_SCOPES.map((scope) =>
    scope === '*' ? '- `*`: all of the above' : `- \`${scope}\`: ${SCOPES[scope]}`,
  )
  return [
    '# Citable',
    '> A self-hosted service for site owners who want AI assistants to find, quote and link their pages: it scans sites, writes prompts for pages, counts what readers and assistants do, and answers questions about it over REST and MCP.',
    `This server is ${publicUrl}.`,
    '## MCP servers',
    'Streamable HTTP, read-only, with an API key as `Authorization: Bearer <key>` where one is needed. `/s/{site}` at the end of an address is about one site.',
    servers.map((server) => serverLine(server, publicUrl)).join('\n'),
    '## REST API',
    'JSON; every answer is `{data, error, meta}`, lists go on with `meta.nextCursor`, and `error.code` says why a request failed.',
    [
      `- [openapi.json](${publicUrl}${OPENAPI}): every route with its fields`,
      `- [API reference](${publicUrl}${API_PAGE}): the same for people`,
      `- [Errors](${publicUrl}${ERROR_PAGE}): what each code means and what to do`,
    ].join('\n'),
    '## Routes',
    operations.flatMap(routeLine).join('\n'),
    '## Keys',
    `A person of the organization makes a key with \`${makingKeys(operations)}\` and a session, or its operator with \`npx citable key create --scopes "…"\`. A key is shown once. The narrowest scopes that do the job are best:`,
    scopes.join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

/**
 * Returns the method and address of the one route that makes a key without another key; other routes that reveal a key
 * need one.
 */
function makingKeys(operations: readonly Operation[]): string {
  const http = operations
    .flatMap((operation) => operation.http ?? [])
    .find(({ revealsSecret, path }) => revealsSecret === 'key' && !path.includes(':'))
  if (!http) throw new Error('No route makes a key')
  return `${http.method.toUpperCase()} ${addressOf(http)}`
}

const serverLine = (server: ServerDefinition, publicUrl: string): string =>
  `- [${server.title}](${publicUrl}${serverAddress(server)}): ${server.tools.map(({ name }) => name).join(', ')}${server.publicLimit ? ' (no credential)' : ''}`

function routeLine({ http, summary, access }: Operation): string[] {
  if (!http) return []
  return [`- \`${http.method.toUpperCase()} ${addressOf(http)}\`: ${summary} (${needs(access)})`]
}

function needs(access: Access): string {
  if (access.by === 'public') return 'no credential'
  if (access.by === 'link') return 'a signed link'
  if (access.by === 'scope') return access.anyOf.join(' or ')
  return access.by === 'member' ? 'any key or session' : `a session, ${access.role} or higher`
}
