import * as z from 'zod'
import { invalidField } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { PROTOCOL_SCHEMAS } from '../../kernel/wire/protocol-documents.ts'
import { documentText } from './documents.ts'

const VERSION = '1.0'

/** Matches the versions that the schemas of 1.0 also describe: minor versions do not change existing members. */
const ASKED = /^1(?:\.\d{1,4})?$/

/** Returns a JSON Schema of the protocol. */
export const getProtocolSchema = defineOperation({
  name: 'protocol.getSchema',
  summary: 'A JSON Schema of the Ask AI Protocol',
  access: { by: 'public' },
  input: z.strictObject({
    name: z.enum(PROTOCOL_SCHEMAS).describe('Of what'),
    version: z.string().max(20).default(VERSION).describe('Of the protocol'),
  }),
  rules: [(_, { version }) => assertVersion(version)],
  output: z.object({ name: z.string(), version: z.string(), schema: z.looseObject({}) }),
  async handler(_, { name, version }) {
    assertVersion(version)
    const text = await documentText(`schemas/${name}.json`, 'schema')
    return { name, version: VERSION, schema: JSON.parse(text) as Record<string, unknown> } // @NOTE a schema is an object
  },
})

function assertVersion(version: string): void {
  if (ASKED.test(version.trim().replace(/^v/i, ''))) return
  throw invalidField('version', 'unknown_version', `Must be ${VERSION}`)
}
