import { isRecord } from '../lib/json/is-record.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Leaves out of a message, or of each of a batch, parameters and arguments that hold nothing: languages whose objects and
 * lists are one thing write an empty object as `[]`, others write null.
 */
export const withoutEmptyParameters = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(ofMessage) : ofMessage(body)

function ofMessage(message: unknown): unknown {
  if (!isRecord(message) || !('method' in message) || !('params' in message)) return message
  const { params, ...rest } = message
  if (isNothing(params)) return rest
  return isRecord(params) ? { ...message, params: ofParameters(params) } : message
}

/** Objects that parameters may hold, and that may be left out. */
const OPTIONAL_OBJECTS: readonly string[] = ['arguments', '_meta']

function ofParameters(params: Fields): Fields {
  const empty = OPTIONAL_OBJECTS.filter((name) => name in params && isNothing(params[name]))
  const { capabilities } = params
  if (empty.length === 0 && capabilities === undefined) return params
  const kept = Object.entries(params).filter(([name]) => !empty.includes(name))
  return Object.fromEntries([
    ...kept,
    ...(capabilities === undefined ? [] : [['capabilities', asObject(capabilities)]]),
  ])
}

/** The capabilities of a client, of which each is an object and may be an empty one. */
function asObject(capabilities: unknown): unknown {
  if (isEmptyList(capabilities)) return {}
  if (!isRecord(capabilities)) return capabilities
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, one]) => [name, isEmptyList(one) ? {} : one]),
  )
}

const isNothing = (value: unknown): boolean => value === null || isEmptyList(value)

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
