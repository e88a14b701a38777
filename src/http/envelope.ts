import type { FieldError, ServiceError } from '../kernel/door/errors.ts'
import { isList } from '../kernel/reads/list.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { RefusalForm } from '../kernel/wire/refuse.ts'
import { loopTurns } from '../lib/concurrency/loop-turns.ts'
import { errorDocUrl } from './error-page.ts'

type Meta = Readonly<Record<string, unknown>> & { requestId: string }

/** The answer of every request of the API (contract 2.1). */
export interface Envelope {
  data: unknown
  error: null | {
    code: string
    message: string
    fields: readonly FieldError[]
    docUrl: string
    required?: readonly string[]
  }
  meta: Meta
}

const success = (data: unknown, meta: Meta): Envelope => ({ data, error: null, meta })

/**
 * Wraps the answer of an operation: items of a list are the data, and the fields that the operation names go into the
 * meta.
 */
export function toEnvelope(
  { output: schema, http }: Operation,
  output: unknown,
  requestId: string,
) {
  if (isList(schema)) {
    // @NOTE isList says that `listOf` made the schema, and execute parsed the output with it.
    const { items, ...told } = output as { items: unknown[]; nextCursor: string | null }
    return success(items, { requestId, ...told })
  }
  const { metaFields = [], metaOnlyFields = [] } = http ?? {}
  if (metaFields.length + metaOnlyFields.length === 0) return success(output ?? {}, { requestId })
  // @NOTE execute parsed the output with the operation's schema, which is an object with these fields.
  const data = { ...(output as Record<string, unknown>) }
  const names = [...metaFields, ...metaOnlyFields]
  const meta = Object.fromEntries(names.map((name) => [name, data[name]]))
  for (const name of metaOnlyFields) delete data[name]
  return success(data, { requestId, ...meta })
}

/** The JSON of an answer; items of a list become text one by one, since a hundred of them can take long. */
export async function envelopeText(
  operation: Operation,
  output: unknown,
  requestId: string,
): Promise<string> {
  const { data, error, meta } = toEnvelope(operation, output, requestId)
  if (!isList(operation.output) || !Array.isArray(data))
    return JSON.stringify({ data, error, meta })
  const items = await loopTurns.map(data, (item) => JSON.stringify(item))
  return `{"data":[${items.join(',')}],"error":null,"meta":${JSON.stringify(meta)}}`
}

/** The form of a refusal of the API. */
export const envelopeRefusal: RefusalForm = (error, { caller }) => ({
  text: JSON.stringify(toErrorEnvelope(error, caller.requestId)),
})

export function toErrorEnvelope(error: ServiceError, requestId: string): Envelope {
  const { fields = [], scopes } = error.details
  return {
    data: {},
    error: {
      code: error.code,
      message: error.message,
      fields,
      docUrl: errorDocUrl(error.code),
      ...(scopes && { required: scopes }),
    },
    meta: { requestId },
  }
}
