import * as z from 'zod'
import type { Access } from '../door/access.ts'
import type { Operation } from '../door/operation.ts'
import { UriTemplate } from './uri-template.ts'

/** The texts that clients get about a resource. */
export interface ResourceWords {
  /** A name for programs, which differs from those of the server's other resources. */
  name: string
  title: string
  description: string
  mimeType: string
  /** Sent as `_meta` where the resource is listed and read. */
  meta?: Readonly<Record<string, unknown>>
}

/** A text, or a file, that is the same for everybody who may read it. */
export interface Resource extends ResourceWords {
  uri: string
  /** Says who may read it; there is no default, as with operations. */
  access: Access
  text: () => string | Uint8Array | Promise<string | Uint8Array>
}

export const defineResource = (resource: Resource): Resource => resource

/** The answer of an operation that a resource shows. */
export const ResourceText = z.object({ text: z.string() })

/** The entries of a list of resources, each with the values of the open parts of its URI. */
export const ResourceInstances = z.object({
  items: z.array(z.object({ values: z.record(z.string(), z.string()), title: z.string() })),
  nextCursor: z.string().nullable(),
})

interface TemplateDefinition extends ResourceWords {
  uriTemplate: string
  /** Takes the open parts of the URI as its input, and answers a `ResourceText`. */
  operation: Operation
  /** Lists the existing resources as `ResourceInstances`; takes a cursor. */
  instances?: Operation
}

/** Resources whose URIs have open parts. The operation says who may read them, and this cannot be overridden. */
export interface ResourceTemplate extends TemplateDefinition {
  readonly uri: UriTemplate
}

/** Makes resources from an operation. Throws TypeError for one that writes, or whose answer is not a text. */
export function defineResourceTemplate(template: TemplateDefinition): ResourceTemplate {
  const { name, operation, instances } = template
  assertReads(name, operation, ResourceText)
  if (instances) assertReads(name, instances, ResourceInstances)
  return { ...template, uri: new UriTemplate(template.uriTemplate) }
}

/** Throws TypeError for an operation that writes, or whose answer has another form. */
export function assertReads(name: string, operation: Operation, output: z.ZodType): void {
  if (operation.effect !== 'read') {
    throw new TypeError(`${name}: MCP is read-only, ${operation.name} writes`)
  }
  if (operation.output !== output) {
    throw new TypeError(`${name}: ${operation.name} answers in another form`)
  }
}
