import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { protocolText } from '../../kernel/wire/protocol-documents.ts'
import { ResourceText } from '../../kernel/assistants/resource.ts'
import { findTarget } from '../../protocol/targets/registry.ts'

const Name = z.string().min(1).max(64)

/** Returns a JSON Schema of the protocol as the resource of its name. */
export const readProtocolSchema = defineOperation({
  name: 'protocol.readSchema',
  summary: 'A JSON Schema of the protocol as a text',
  access: { by: 'public' },
  input: z.strictObject({ name: Name }),
  output: ResourceText,
  handler: async (_, { name }) => ({ text: await documentText(`schemas/${name}.json`, 'schema') }),
})

/** Returns a set of the protocol's test vectors as a text of JSON. */
export const readVectorSet = defineOperation({
  name: 'protocol.readVectorSet',
  summary: 'Test vectors of the protocol as a text',
  access: { by: 'public' },
  input: z.strictObject({ set: Name }),
  output: ResourceText,
  handler: async (_, { set }) => ({
    text: await documentText(`vectors/${set}.json`, 'set of vectors'),
  }),
})

/** Returns the whole entry of a target in the registry as a text of JSON. */
export const readAskTarget = defineOperation({
  name: 'protocol.readTarget',
  summary: 'A target of the registry as a text',
  access: { by: 'public' },
  input: z.strictObject({ id: Name }),
  output: ResourceText,
  async handler(_, { id }) {
    const target = findTarget(id)
    if (!target) throw notFound('target')
    return { text: JSON.stringify(target, null, 2) }
  },
})

/**
 * Reads a document of the protocol at a path that a caller chose a part of. Throws NOT_FOUND, which names the document
 * as `what`.
 */
export async function documentText(path: string, what: string): Promise<string> {
  const text = await protocolText(path)
  if (text === undefined) throw notFound(what)
  return text
}

/** Reads a document of the protocol that is always there, by its path. */
export async function fixedText(path: string): Promise<string> {
  const text = await protocolText(path)
  if (text === undefined) throw new Error(`The protocol has no ${path}`)
  return text
}
