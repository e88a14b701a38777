import { queryOf } from '../lib/web/query-of.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { BoundSite, ServerDefinition } from '../kernel/assistants/server-definition.ts'

/** The part of a server that an address shows. */
export interface ServerView {
  /** The names of the tools that the address shows; undefined where it shows all. */
  tools: ReadonlySet<string> | undefined
  /** False where answers are text alone. */
  isStructured: boolean
  /** The one site that all answers are about; undefined where a caller may name any site. */
  site: BoundSite | undefined
}

/** The view of an address with nothing added. */
export const WHOLE_SERVER: ServerView = { tools: undefined, isStructured: true, site: undefined }

/** The tools that every view of a server that has them shows, since some clients know no other ones. */
const ALWAYS = ['search', 'fetch']

/**
 * Reads the query parameters of an address. Throws BAD_REQUEST for a parameter that the server does not have, that
 * comes twice, or that has no legal value. The message names the legal ones, and never repeats what was sent, which may
 * be a credential.
 */
export function readView(server: ServerDefinition, url: string): ServerView {
  const query = queryOf(url)
  if (query === undefined || query === '') return WHOLE_SERVER
  const sent = [...new URLSearchParams(query)]
  const names = sent.map(([name]) => name)
  const legal = new Set<string>(server.parameters)
  if (names.length === 0 || names.some((name) => !legal.has(name))) {
    throw badRequest(
      legal.size === 0
        ? 'This address takes no query parameters'
        : `This address takes the query parameters ${[...legal].join(' and ')} alone`,
    )
  }
  const twice = server.parameters.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) throw badRequest(`This address takes ${twice} once`)
  const given = new Map(sent)
  return {
    tools: readTools(server, given.get('tools')),
    isStructured: readStructured(given.get('structured')),
    site: undefined,
  }
}

function readTools(
  server: ServerDefinition,
  text: string | undefined,
): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  const legal = server.tools.map(({ name }): string => name)
  const wanted = text.split(',').map((name) => name.trim())
  if (wanted.some((name) => !legal.includes(name))) {
    throw badRequest(`tools takes names with commas between them, of: ${legal.join(', ')}`)
  }
  return new Set([...wanted, ...ALWAYS].filter((name) => legal.includes(name)))
}

function readStructured(text: string | undefined): boolean {
  if (text !== undefined && text !== '0' && text !== '1')
    throw badRequest('structured takes 0 or 1')
  return text !== '0'
}

const badRequest = (message: string): ServiceError =>
  new ServiceError('BAD_REQUEST', `${message}; credentials go into Authorization`)
