import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { authorise } from '../kernel/door/access.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import {
  ResourceInstances,
  ResourceText,
  type ResourceTemplate,
  type ResourceWords,
} from '../kernel/assistants/resource.ts'
import { UriTemplate } from '../kernel/assistants/uri-template.ts'
import type { HandleContext } from './handle-context.ts'
import { protocolRefusal } from './protocol-refusal.ts'
import { reaches } from './reaches.ts'

/** Serves the resources of a server: fixed texts, and those with open parts in their URI. */
export function handleResources(server: Server, context: HandleContext): void {
  const { resources, resourceTemplates } = context.catalogue.server
  if (resources.length + resourceTemplates.length === 0) return
  server.registerCapabilities({ resources: { listChanged: false, subscribe: false } })
  server.setRequestHandler('resources/list', ({ params }) =>
    context.takeTurn(() => listResources(params?.cursor, context)),
  )
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: shownTemplates(context).map(({ template, shown }) => ({
      uriTemplate: shown.text,
      ...wordsOf(template),
    })),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    context.takeTurn(async () => {
      try {
        return { contents: [await contentOf(uri, context)] }
      } catch (thrown) {
        if (thrown instanceof ServiceError && thrown.code === 'NOT_FOUND') {
          throw new ResourceNotFoundError(uri, thrown.message)
        }
        throw protocolRefusal(thrown, context.call)
      }
    }),
  )
}

const wordsOf = ({ name, title, description, mimeType, meta }: ResourceWords) => ({
  name,
  title,
  description,
  mimeType,
  ...(meta && { _meta: meta }),
})

interface ShownTemplate {
  template: ResourceTemplate
  /** The URI as the address shows it: with the site filled in where the address is bound to one. */
  shown: UriTemplate
}

/** Lists the templates that the caller reaches and whose URI, as the address shows it, has an open part. */
export function shownTemplates({ catalogue, call }: HandleContext): ShownTemplate[] {
  const { site } = call.view
  return catalogue.server.resourceTemplates
    .filter(({ operation }) => reaches(call.principal, operation.access))
    .map((template) => ({
      template,
      shown: site ? new UriTemplate(template.uri.expand({ site: site.domain })) : template.uri,
    }))
    .filter(({ shown }) => shown.names.length > 0)
}

async function listResources(cursor: string | undefined, context: HandleContext) {
  const { catalogue, call } = context
  const { principal } = call
  const fixed = catalogue.server.resources
    .filter(({ access }) => reaches(principal, access))
    .map((resource) => ({ uri: resource.uri, ...wordsOf(resource) }))
  const listing = catalogue.server.resourceTemplates.find(
    ({ instances }) => instances && reaches(principal, instances.access),
  )
  if (!listing && cursor !== undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no further page')
  }
  const { items, nextCursor } = listing
    ? await instancesOf(listing, cursor, context)
    : { items: [], nextCursor: null }
  return {
    resources: cursor === undefined ? [...fixed, ...items] : items,
    ...(nextCursor !== null && { nextCursor }),
  }
}

/** Lists one page of the resources that exist for a template; empty for a caller who may not read them. */
async function instancesOf(
  template: ResourceTemplate,
  cursor: string | undefined,
  { call }: HandleContext,
) {
  const { app, principal, caller } = call
  const { instances, operation, uri } = template
  // A caller who may list the instances may not always read them.
  if (!instances || !reaches(principal, operation.access)) return { items: [], nextCursor: null }
  try {
    const answer = await instances.execute(app, principal, caller, { cursor })
    const { items, nextCursor } = ResourceInstances.parse(answer)
    return {
      items: items.map(({ values, title }) => ({
        uri: uri.expand(values),
        ...wordsOf({ ...template, name: title, title }),
      })),
      nextCursor,
    }
  } catch (thrown) {
    throw protocolRefusal(thrown, call)
  }
}

async function contentOf(uri: string, { catalogue, call }: HandleContext) {
  const { app, principal, caller } = call
  const { resources, resourceTemplates } = catalogue.server
  const written = (text: string | Uint8Array, { mimeType, meta }: ResourceWords) => ({
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
