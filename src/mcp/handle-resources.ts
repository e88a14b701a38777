import { ProtocolError, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { authorise } from '../kernel/access.ts'
import { ServiceError } from '../kernel/errors.ts'
import { ResourceInstances, ResourceText, type ResourceTemplate } from '../kernel/resource.ts'
import type { ServerDefinition } from '../kernel/server-definition.ts'
import type { McpCall } from './call-tool.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import { reaches } from './reaches.ts'
import type { TakeTurn } from './take-turn.ts'

interface Words {
  name: string
  title: string
  description: string
  mimeType: string
  meta?: Readonly<Record<string, unknown>>
}

/** Serves what a server has to read: fixed texts, and those with open parts in their URI. */
export function handleResources(
  server: Server,
  { resources, resourceTemplates }: ServerDefinition,
  call: McpCall,
  takeTurn: TakeTurn,
): void {
  if (resources.length + resourceTemplates.length === 0) return
  server.registerCapabilities({ resources: { listChanged: false, subscribe: false } })
  const seen = resourceTemplates.filter(({ operation }) =>
    reaches(call.principal, operation.access),
  )
  server.setRequestHandler('resources/list', ({ params }) =>
    takeTurn(async () => {
      const cursor = params?.cursor
      const fixed = cursor === undefined ? resources : []
      const named = fixed
        .filter(({ access }) => reaches(call.principal, access))
        .map((resource) => ({ uri: resource.uri, ...wordsOf(resource) }))
      const { items, nextCursor } = await instancesOf(seen, cursor, call)
      return {
        resources: [...named, ...items],
        ...(nextCursor !== null && { nextCursor }),
      }
    }),
  )
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: seen.map((template) => ({
      uriTemplate: template.uriTemplate,
      ...wordsOf(template),
    })),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    takeTurn(async () => {
      try {
        return { contents: [await contentOf(uri, { resources, resourceTemplates }, call)] }
      } catch (thrown) {
        if (thrown instanceof ServiceError && thrown.code === 'NOT_FOUND') {
          throw new ResourceNotFoundError(uri, thrown.message)
        }
        throw protocolRefusal(thrown, call)
      }
    }),
  )
}

const wordsOf = ({ name, title, description, mimeType, meta }: Words) => ({
  name,
  title,
  description,
  mimeType,
  ...(meta && { _meta: meta }),
})

/** Lists what there is of the template that can say so. */
async function instancesOf(
  templates: readonly ResourceTemplate[],
  cursor: string | undefined,
  call: McpCall,
) {
  const { app, principal, caller } = call
  for (const template of templates) {
    const { instances, uri } = template
    if (!instances || !reaches(principal, instances.access)) continue
    try {
      const answer = await instances.execute(app, principal, caller, { cursor })
      const { items, nextCursor } = ResourceInstances.parse(answer)
      return {
        items: items.map(({ values, title }) => ({
          uri: uri.fill(values),
          ...wordsOf({ ...template, name: title, title }),
        })),
        nextCursor,
      }
    } catch (thrown) {
      throw protocolRefusal(thrown, call)
    }
  }
  if (cursor !== undefined) throw new ProtocolError(-32_602, 'There is no further page')
  return { items: [], nextCursor: null }
}

async function contentOf(
  uri: string,
  { resources, resourceTemplates }: Pick<ServerDefinition, 'resources' | 'resourceTemplates'>,
  call: McpCall,
) {
  const { app, principal, caller } = call
  const written = (text: string | Uint8Array, { mimeType, meta }: Words) => ({
    uri,
    mimeType,
    ...(typeof text === 'string' ? { text } : { blob: Buffer.from(text).toString('base64') }),
    ...(meta && { _meta: meta }),
  })
  const fixed = resources.find((resource) => resource.uri === uri)
  if (fixed) {
    authorise(fixed.access, principal)
    return written(await fixed.text(), fixed)
  }
  for (const template of resourceTemplates) {
    const values = template.uri.match(uri)
    if (!values) continue
    const answer = await template.operation.execute(app, principal, caller, values)
    return written(ResourceText.parse(answer).text, template)
  }
  throw new ServiceError('NOT_FOUND', NO_RESOURCE)
}

const NO_RESOURCE = 'No such resource; resources/list and resources/templates/list have them'
