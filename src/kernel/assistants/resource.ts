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
  /** An object that is sent as `_meta` where the resource is listed and read. */
  meta?: Readonly<Record<string, unknown>>
}

/** A text or a file that has the same contents for everybody who may read it. */
export interface Resource extends ResourceWords {
  uri: string
  /** The rule for who may read the resource; there is no default, as with operations. */
  access: Access
  text: () => string | Uint8Array | Promise<string | Uint8Array>
}

export const defineResource = (resource: Resource): Resource => resource

/** The answer of an operation whose text is shown as a resource. */
export const ResourceText = z.object({ text: z.string() })

/** The entries of a list of resources, each with the values of the open parts of its URI. */
export const ResourceInstances = z.object({
  items: z.array(z.object({ values: z.record(z.string(), z.string()), title: z.string() })),
  nextCursor: z.string().nullable(),
})

interface TemplateDefinition extends ResourceWords {
  uriTemplate: string
  /** The operation that takes the open parts of the URI as its input, and answers a `ResourceText`. */
  operation: Operation
  /** The operation that lists the existing resources as `ResourceInstances`; it takes a cursor. */
  instances?: Operation
}

/**
 * Resources whose URIs have open parts. The access of the operation decides who may read them, and cannot be
 * overridden.
 */
export interface ResourceTemplate extends TemplateDefinition {
  readonly uri: UriTemplate
}

/**
 * Declares resources that an operation answers. Throws TypeError for one that writes, or whose answer is not a text.
 */
export function defineResourceTemplate(template: TemplateDefinition): ResourceTemplate {
  const { name, operation, instances } = template
  assertReads(name, operation, ResourceText)
  if (instances) assertReads(name, instances, ResourceInstances)
  return { ...template, uri: new UriTemplate(template.uriTemplate) }
}

/** Throws TypeError for an operation that writes, or whose output schema is not `output`. */
export function assertReads(name: string, operation: Operation, output: z.ZodType): void {
  if (operation.effect !== 'read') {
    throw new TypeError(`${name}: MCP is read-only, ${operation.name} writes`)
  }
  if (operation.output !== output) {
    throw new TypeError(`${name}: ${operation.name} answers in another form`)
  }
}
