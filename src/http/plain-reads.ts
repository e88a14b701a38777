import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasOneHost } from '../kernel/wire/host-header.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { sendJson } from '../kernel/wire/respond.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { AddressTree } from './address-tree.ts'
import { admit, beginWork, type Admitted } from './admit.ts'
import { envelopeText } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import type { HttpServices } from './http-services.ts'
import { runPrecheck } from './precheck.ts'
import { fieldPlacer } from './request-input.ts'
import { sendRefusal } from './send-refusal.ts'
import { openToOrigins, sendAnswer } from './shared-answer.ts'
import { SharedAnswers, sharedText } from './shared-answers.ts'

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
  if (http?.method !== 'get' || http.adapter !== undefined || http.isFile || http.document)
    return false
  const isKnown = access.by === 'public' ? http.sharedCache !== undefined : access.by !== 'link'
  return isKnown && !open
}

const isDoubtless = (request: IncomingMessage): boolean =>
  TAKES_JSON.has(request.headers.accept) && hasOneHost(request)

function answerer(operation: Bound, services: HttpServices): Answer {
  const shared = operation.http.sharedCache === undefined ? undefined : new SharedAnswers(operation)
  const run = runner(operation, services)
  const fixed = securityHeaders(services.publicUrl)
  const { app } = services
  return async (request, response, params) => {
    for (const name in fixed) response.setHeader(name, fixed[name] ?? '')
    try {
      openToOrigins(operation.http, response)
      const admitted = await admit(services, request, response, operation)
      const { requestId } = admitted.caller
      if (shared) {
        const { url = '' } = request
        const kept =
          shared.find(url, app.now()) ??
          shared.keep(url, await run(request, params, admitted), app.now())
        const { output } = kept
        const text = sharedText(kept, requestId)
        sendAnswer(request, response, operation.http, { status: 200, output, text })
        return
      }
      const output = await run(request, params, admitted)
      sendJson(response, 200, await envelopeText(operation, output, requestId))
    } catch (thrown) {
      sendRefusal(services, request, response, thrown)
    }
  }
}

/** Runs an operation for a caller who was admitted. */
function runner(operation: Bound, services: HttpServices) {
  // Made with the first request: a start does not wait for a hundred schemas.
  let place: ReturnType<typeof fieldPlacer> | undefined
  return async (request: IncomingMessage, params: Params, { caller, principal }: Admitted) => {
    await runPrecheck(operation, services, { params }, { caller, principal })
    place ??= fieldPlacer(operation)
    const { fields, misplaced, query } = place(request, params)
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = await beginWork(services, { principal, caller }, operation)
    return withLocations(
      () => operation.execute(services.app, principal, caller, fields, misplaced),
      { query, path: params, otherwise: 'query' },
    )
  }
}
