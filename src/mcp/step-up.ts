import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { Principal } from '../kernel/door/principal.ts'
import { isRecord } from '../lib/json/is-record.ts'

/**
 * The refusal of a client of OAuth that lacks a scope that it never asked for, and may now ask the person for (RFC
 * 6750, 3.1).
 */
export class StepUpError extends ServiceError {
  override name = 'StepUpError'
}

/**
 * Throws StepUpError for a call of a tool whose scopes a client of OAuth never asked for. A scope that the person left
 * out is an error of the tool instead, which says where to change it: a client that is led back to the person would ask
 * for ever.
 */
export function assertAsked(server: ServerDefinition, body: unknown, principal: Principal): void {
  if (principal.kind !== 'key' || !principal.consent) return
  const { asked } = principal.consent
  for (const name of calledTools(body)) {
    const access = server.tools.find((tool) => tool.name === name)?.face.access
    if (access?.by !== 'scope' || access.anyOf.some((scope) => asked.has(scope))) continue
    throw new StepUpError(
      'INSUFFICIENT_SCOPE',
      `This takes ${access.anyOf.join(' or ')}, which was not asked for`,
      { scopes: access.anyOf },
    )
  }
}

function calledTools(body: unknown): string[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  return messages.flatMap((message) => {
    if (!isRecord(message) || message['method'] !== 'tools/call') return []
    const { params } = message
    return isRecord(params) && typeof params['name'] === 'string' ? [params['name']] : []
  })
}
