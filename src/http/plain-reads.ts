import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasOneHost } from '../kernel/host-header.ts'
import type { HttpBinding } from '../kernel/http-binding.ts'
import type { Operation } from '../kernel/operation.ts'
import { sendJson } from '../kernel/respond.ts'
import { securityHeaders } from '../kernel/security-headers.ts'
import { addressOf } from '../kernel/surface.ts'
import { AddressTree } from './address-tree.ts'
import { admit } from './admit.ts'
import { toEnvelope } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import type { HttpServices } from './http-services.ts'
import { runPrecheck } from './precheck.ts'
import { fieldPlacer } from './request-input.ts'
import { sendRefusal } from './send-refusal.ts'

type Bound = Operation & { http: HttpBinding }
type Answer = (request: IncomingMessage, response: ServerResponse, params: Params) => Promise<void>
type Params = Readonly<Record<string, string>>

/** What clients say that take JSON, or anything: curl, fetch and axios. */
const TAKES_JSON = new Set([
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
])

/**
 * Serves plain reads ahead of Express, which costs as much as all of their own work: a GET of an address as it is written
 * in the description, whose answer is the envelope. Everything else, and everything doubtful, is left to Express, which
 * answers the same: a test asks both.
 */
export function plainReads(operations: readonly Operation[], services: HttpServices) {
  const answers = new AddressTree<Answer>()
  for (const operation of operations) {
    if (isPlain(operation)) answers.add(addressOf(operation.http), answerer(operation, services))
    else if (operation.http) answers.reserve(addressOf(operation.http))
  }
  return (request: IncomingMessage, path: string) => {
    if (request.method !== 'GET' || !isDoubtless(request)) return undefined
    const found = answers.find(path)
    return found && ((response: ServerResponse) => found.value(request, response, found.params))
  }
}

/** An answer that may be a file takes a look at what the caller prefers; who prefers JSON watches nothing. */
export const isPlain = (operation: Operation): operation is Bound => {
  const { http, access, open } = operation
  if (http?.method !== 'get' || http.adapter !== undefined || http.isFile) return false
  return access.by !== 'public' && access.by !== 'link' && !open
}

const isDoubtless = (request: IncomingMessage): boolean =>
  TAKES_JSON.has(request.headers.accept) && hasOneHost(request)

function answerer(operation: Bound, services: HttpServices): Answer {
  // Made with the first request: a start does not wait for a hundred schemas.
  let place: ReturnType<typeof fieldPlacer> | undefined
  const fixed = securityHeaders(services.publicUrl)
  const { app } = services
  return async (request, response, params) => {
    for (const name in fixed) response.setHeader(name, fixed[name] ?? '')
    try {
      const { caller, principal } = await admit(services, request, response, operation)
      await runPrecheck(operation, services, { params }, { caller, principal })
      place ??= fieldPlacer(operation)
      const { fields, misplaced, query } = place(request, params)
      const output = await withLocations(
        () => operation.execute(app, principal, caller, fields, misplaced),
        { query, path: params, otherwise: 'query' },
      )
      sendJson(response, 200, JSON.stringify(toEnvelope(operation, output, caller.requestId)))
    } catch (thrown) {
      sendRefusal(services, request, response, thrown)
    }
  }
}
