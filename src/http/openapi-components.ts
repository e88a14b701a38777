import { isObject, type Json, type JsonObject } from './openapi-schema.ts'

const PLACE = '#/components/parameters/'

/**
 * Moves the parameters that several operations share into the components: it changes the operations, and returns the
 * parameters by key. The key is the name of the parameter. Where parameters of one name differ, the one that most
 * operations share has the bare name, and the others a number after it.
 */
export function shareParameters(operations: readonly JsonObject[]): JsonObject {
  const uses = new Map<string, number>()
  for (const parameter of operations.flatMap(ownParameters)) {
    const text = JSON.stringify(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const shared: JsonObject = {}
  const keys = new Map<string, string>()
  for (const [text, count] of [...uses].toSorted(([, a], [, b]) => b - a)) {
    if (count === 1) continue
    // @NOTE the text was made of an object.
    const parameter = JSON.parse(text) as JsonObject
    const { name } = parameter
    if (typeof name !== 'string') throw new Error(`The parameter ${text} has no name`)
    const key = freeKey(name, shared)
    shared[key] = parameter
    keys.set(text, key)
  }
  for (const operation of operations) {
    const own = ownParameters(operation)
    if (own.length > 0) operation['parameters'] = own.map((one) => referTo(one, keys))
  }
  return shared
}

/** The parameters of an operation of the document, each in full. */
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

function freeKey(name: string, taken: JsonObject): string {
  if (!Object.hasOwn(taken, name)) return name
  let number = 2
  while (Object.hasOwn(taken, `${name}-${number}`)) number += 1
  return `${name}-${number}`
}

function referTo(parameter: JsonObject, keys: ReadonlyMap<string, string>): Json {
  const key = keys.get(JSON.stringify(parameter))
  return key === undefined ? parameter : { $ref: `${PLACE}${key}` }
}
