import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from './openapi-schema.ts'

const PLACE = '#/components/parameters/'

/**
 * Moves the parameters that several operations share into the components: it changes the operations, and returns the
 * parameters by key. The key is the name of the parameter. Where shared parameters of one name differ, a hash of each
 * follows the name, so that a key never names another parameter in a later version.
 */
export function shareParameters(operations: readonly JsonObject[]): JsonObject {
  const uses = new Map<string, number>()
  for (const parameter of operations.flatMap(ownParameters)) {
    const text = JSON.stringify(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const sharedTexts = [...uses].flatMap(([text, count]) => (count > 1 ? [text] : []))
  const names = sharedTexts.map(nameIn)
  const keys = new Map(
    sharedTexts.map((text) => {
      const name = nameIn(text)
      const isOnly = names.filter((other) => other === name).length === 1
      return [text, isOnly ? name : `${name}-${hashOf(text)}`] as const
    }),
  )
  // @NOTE the texts were made of objects.
  const shared = Object.fromEntries(
    [...keys].map(([text, key]) => [key, JSON.parse(text) as JsonObject]),
  )
  for (const operation of operations) {
    const own = ownParameters(operation)
    if (own.length > 0) operation['parameters'] = own.map((one) => referTo(one, keys))
  }
  return shared
}

/** Returns the parameters of an operation of the document, each in full. */
export function fullParameters(operation: JsonObject, components: JsonObject): JsonObject[] {
  const { parameters: shared } = components
  return ownParameters(operation).map((one) => {
    const { $ref: reference } = one
    if (typeof reference !== 'string') return one
    const full = isObject(shared) ? shared[reference.slice(PLACE.length)] : undefined
    if (!isObject(full)) throw new Error(`The document has no parameter ${reference}`)
    return full
  })
}

function ownParameters({ parameters }: JsonObject): JsonObject[] {
  return Array.isArray(parameters) ? parameters.filter(isObject) : []
}

function nameIn(text: string): string {
  // @NOTE a parameter of OpenAPI has a name.
  return (JSON.parse(text) as { name: string }).name
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)

function referTo(parameter: JsonObject, keys: ReadonlyMap<string, string>): Json {
  const key = keys.get(JSON.stringify(parameter))
  return key === undefined ? parameter : { $ref: `${PLACE}${key}` }
}
