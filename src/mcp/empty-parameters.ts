import { isRecord } from '../lib/json/is-record.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns a message, or each message of a batch, without parameters and arguments that hold nothing: languages whose
 * objects and lists are one thing write an empty object as `[]`, others write null or an empty text. Arguments that are
 * the text of a JSON object become that object: models write them so
 * (https://platform.openai.com/docs/guides/function-calling), and some clients hand on the text.
 */
export const withoutEmptyParameters = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(ofMessage) : ofMessage(body)

function ofMessage(message: unknown): unknown {
  if (!isRecord(message) || !('method' in message) || !('params' in message)) return message
  const { params, ...rest } = message
  if (isNothing(params)) return rest
  return isRecord(params) ? { ...message, params: ofParameters(params) } : message
}

/** The names of parameters that may be left out. */
const OPTIONAL: readonly string[] = ['arguments', '_meta', 'cursor']

function ofParameters(params: Fields): Fields {
  const { arguments: given, capabilities } = params
  const read = {
    ...(typeof given === 'string' && { arguments: objectIn(given) }),
    ...(capabilities !== undefined && { capabilities: asObject(capabilities) }),
  }
  const all: Fields = { ...params, ...read }
  const empty = OPTIONAL.filter((name) => name in all && isNothing(all[name]))
  if (empty.length === 0) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => !empty.includes(name)))
}

/** Returns the capabilities of a client with each empty value as an empty object, as the protocol requires. */
function asObject(capabilities: unknown): unknown {
  if (isNothing(capabilities)) return {}
  if (!isRecord(capabilities)) return capabilities
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, one]) => [name, isNothing(one) ? {} : one]),
  )
}

/**
 * Returns the object, or the empty value, that a text of JSON spells out. Any other text is returned as it is, and
 * refused later.
 */
function objectIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) || isNothing(value) ? value : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '')
