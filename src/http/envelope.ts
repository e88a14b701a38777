import type { FieldError, ServiceError } from '../kernel/door/errors.ts'
import { OauthError } from '../kernel/door/oauth-error.ts'
import { isList } from '../kernel/reads/list.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { Envelope, Meta } from '../kernel/door/envelope.ts'
import { surfaceAt, SURFACES, type Surface } from '../kernel/door/surface.ts'
import type { RefusalForm } from '../kernel/wire/refuse.ts'
import { loopTurns } from '../lib/concurrency/loop-turns.ts'
import { errorDocUrl } from './error-page.ts'

interface Answer {
  data: unknown
  meta: Meta
}

/** Wraps the answer of an operation in the envelope of its surface. */
export function toEnvelope(operation: Operation, output: unknown, requestId: string) {
  const { data, meta } = answerOf(operation, output, requestId)
  return envelopeOf(operation).answer(data, meta)
}

const envelopeOf = ({ http }: Operation): Envelope => SURFACES[http?.surface ?? 'api'].envelope

/**
 * Splits an answer: the items of a list are the data, and the fields that the operation names for it go into the meta.
 */
function answerOf({ output: schema, http }: Operation, output: unknown, requestId: string): Answer {
  if (isList(schema)) {
    // @NOTE isList says that `listOf` made the schema, and execute parsed the output with it.
    const { items, ...told } = output as { items: unknown[]; nextCursor: string | null }
    return { data: items, meta: { requestId, ...told } }
  }
  const { metaFields = [], metaOnlyFields = [] } = http ?? {}
  if (metaFields.length + metaOnlyFields.length === 0)
    return { data: output ?? {}, meta: { requestId } }
  // @NOTE execute parsed the output with the operation's schema, which is an object with these fields.
  const data = { ...(output as Record<string, unknown>) }
  const names = [...metaFields, ...metaOnlyFields]
  const meta = Object.fromEntries(names.map((name) => [name, data[name]]))
  for (const name of metaOnlyFields) delete data[name]
  return { data, meta: { requestId, ...meta } }
}

/**
 * Returns the JSON text of an answer; it writes the items of a list one by one, since a hundred of them can take long.
 */
export async function envelopeText(
  operation: Operation,
  output: unknown,
  requestId: string,
): Promise<string> {
  const { data, meta } = answerOf(operation, output, requestId)
  const whole = envelopeOf(operation).answer(data, meta)
  if (!isList(operation.output) || !Array.isArray(data)) return JSON.stringify(whole)
  const items = await loopTurns.map(data, (item) => JSON.stringify(item))
  const fields = Object.entries(whole).map(([name, value]) => {
    const text = value === data ? `[${items.join(',')}]` : JSON.stringify(value)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${fields.join(',')}}`
}

/** Writes a refusal in the envelope of the surface whose address was asked. */
export const envelopeRefusal: RefusalForm = (error, { request, caller }) => {
  const surface = surfaceAt(request.url ?? '')
  const envelope: Envelope = SURFACES[surface].envelope
  const challenge = error instanceof OauthError ? challengeOf(error) : undefined
  return {
    text: JSON.stringify(toErrorEnvelope(error, caller.requestId, surface)),
    status: envelope.statusOf?.(error.status) ?? error.status,
    ...(challenge !== undefined && { headers: { 'WWW-Authenticate': challenge } }),
  }
}

/**
 * Returns the value of `WWW-Authenticate` for a refusal of OAuth; undefined for a status other than 401. Clients of
 * OAuth send no bearer token, which refusals of other surfaces ask for.
 */
const challengeOf = ({ status, challenge }: OauthError): string | undefined =>
  status === 401 ? (challenge ?? 'Basic realm="citable"') : undefined

export function toErrorEnvelope(
  error: ServiceError,
  requestId: string,
  surface: Surface = 'api',
): Readonly<Record<string, unknown>> {
  const { code, message, details } = error
  const { fields = [], scopes } = details
  const refusal = { code, message, fields: fields.map(withoutMeant), docUrl: errorDocUrl(code) }
  return SURFACES[surface].envelope.refusal(
    {
      ...refusal,
      ...(scopes && { required: scopes }),
      ...(error instanceof OauthError && { oauth: error.oauth }),
    },
    { requestId },
  )
}

/** Returns a refused field without the example of a valid value, which only models need to correct their call. */
function withoutMeant(field: FieldError): FieldError {
  const told = { ...field }
  delete told.meant
  return told
}
