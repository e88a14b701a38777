import type { FieldError, ServiceError } from '../kernel/door/errors.ts'
import { didYouMean } from '../lib/text/did-you-mean.ts'
import type { Tool } from '../kernel/assistants/server-definition.ts'

/**
 * Describes an error for a model: code, cause and what is legal, each once, then an example of a call that would be
 * accepted. Foreign text is never echoed: names of arguments are cut and cleaned, and of values only plain words are
 * shown.
 */
export function explainError(
  error: ServiceError,
  { tool, names }: { tool: Tool; names: readonly string[] },
  args: unknown,
): string {
  const { fields = [] } = error.details
  const call = fields.length === 0 ? undefined : correctedCall(tool, args, fields)
  return [
    ...explainRefusal(error, names),
    ...(call === undefined ? [] : [`For example: ${call}`]),
  ].join('\n')
}

/** Returns lines that say the code, the cause, and which of `names` are legal. */
export function explainRefusal(error: ServiceError, names: readonly string[]): string[] {
  const { fields = [] } = error.details
  const lines = fields.map(({ path, message, code }) => {
    if (code !== 'unknown_field') return `${clean(path)}: ${message}`
    // The example call below shows which fields an object within an argument may have.
    return /[.[]/.test(path)
      ? `${clean(path)}: u${message.slice(1)}`
      : `${clean(path)}: unknown argument; valid: ${names.join(', ')}${nearest(path, names)}`
  })
  // The message of an error with one field is that of the field.
  const isTold = fields.some(({ message }) => message === error.message)
  return [`${error.code}: ${isTold ? 'Invalid input' : error.message}`, ...new Set(lines)]
}

const nearest = (path: string, names: readonly string[]): string => {
  const meant = didYouMean(path, names)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

const clean = (path: string): string => path.replaceAll(/[^\w.[\]-]/g, '?').slice(0, 80)

const MAX_CALL_CHARS = 500

/**
 * Writes the call with what was probably meant, or an example, in place of the arguments that were refused; undefined
 * where that call would be refused too, is too long or cannot be shown.
 */
function correctedCall(
  tool: Tool,
  args: unknown,
  fields: readonly FieldError[],
): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined
  const names = new Set(fields.map(({ path }) => path.split(/[.[]/, 1)[0] ?? ''))
  const kept = Object.entries(args).filter(([name]) => !names.has(name))
  const examples = [...names].flatMap((name) => {
    const field = fields.find(({ path }) => path === name || path.startsWith(`${name}[`))
    // An argument that does not go with the others is left out, since an example of it might not go with them either.
    if (field?.code === 'illegal_pair') return []
    const example = tool.arguments.exampleOf(name, field?.meant)
    return example === undefined ? [] : [[name, example] as const]
  })
  const call = Object.fromEntries([...kept, ...examples])
  // The call that failed is no example.
  const isSame = examples.length === 0 && kept.length === Object.keys(args).length
  if (isSame || hasHidden(examples)) return undefined
  if (!tool.face.input.safeParse(call).success) return undefined
  const text = JSON.stringify(call, (_, value: unknown) => plainOnly(value))
  return text.length > MAX_CALL_CHARS ? undefined : `${tool.name} ${text}`
}

/** True where one of the examples is not plain, so that it would not be shown. */
const hasHidden = (examples: readonly (readonly [string, unknown])[]): boolean =>
  examples.some(([, value]) => plainOnly(value) !== value)

/**
 * Returns numbers and plain words as they are, and any other text as `…`, since somebody else could have written it.
 */
const plainOnly = (value: unknown): unknown =>
  typeof value !== 'string' || /^[\w:.*/-]{0,60}$/.test(value) ? value : '…'
