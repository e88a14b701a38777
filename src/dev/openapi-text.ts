import { isObject, type Json, type JsonObject } from '../http/openapi-schema.ts'

/** The depth to which the document is written out: an operation, an event and a component each have one line. */
const WRITTEN_OUT = 3

/** The document as the text of its file, in which a change of an operation is a change of one line. */
export const openApiText = (document: JsonObject): string => `${textOf(document, 0)}\n`

function textOf(value: Json, depth: number): string {
  if (!isObject(value) || depth === WRITTEN_OUT) return JSON.stringify(value)
  const indent = '  '.repeat(depth)
  const lines = Object.entries(value).map(
    ([name, part]) => `${indent}  ${JSON.stringify(name)}: ${textOf(part, depth + 1)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
}
