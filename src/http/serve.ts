import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestBodyOf, type HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { credentialOf, type Principal } from '../kernel/door/principal.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { refuse } from '../kernel/wire/refuse.ts'
import { beginExchange, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { admit, beginWork } from './admit.ts'
import { typeChooser } from './answer-type.ts'
import { answer } from './answers.ts'
import { allowAnyPage } from './any-origin.ts'
import { envelopeRefusal } from './envelope.ts'
import { withLocations } from './field-locations.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { HttpServices } from './http-services.ts'
import { inputReader } from './request-input.ts'
import { pageRefusal } from './send-page.ts'
import { isShared, sendKept, SharedAnswers } from './shared-answers.ts'

export type Bound = Operation & { http: HttpBinding }
type Params = Readonly<Record<string, string>>

/** Answers a request; `params` are the parameters of its address. It never rejects. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  params: Params,
) => Promise<void>

/**
 * Makes the function that serves an operation to any router, in one order: host, credential, permit, the form of the
 * answer, refusals that need no body, body, turn, execution, answer. An error of any of these steps becomes the
 * answer.
 */
export function serve(operation: Bound, services: HttpServices): Serve {
  const fixed = fixedHeaders(services, operation)
  const route = addressOf(operation.http)
  const form = operation.http.page ? pageRefusal : envelopeRefusal
  // The function is made with the first request: a start does not wait for a hundred schemas.
  let run: ((exchange: HttpExchange, params: Params) => Promise<unknown>) | undefined
  return async (request, response, params) => {
    const caller = services.callers.read(request, response)
    const exchange = beginExchange(request, response, { caller, fixed, route })
    try {
      run ??= runner(operation, services)
      await run(exchange, params)
    } catch (thrown) {
      refuse(thrown, exchange, services.log, form)
    }
  }
}

function runner(operation: Bound, services: HttpServices) {
  const { app, bodies } = services
  const { http } = operation
  const body = requestBodyOf(http)
  // Hosted assistants share few addresses, and OAuth waits for other people's servers: one slow call must not hold up
  // all.
  const isWeighed = body !== 'beacon' && http.surface !== 'oauth'
  const chooseType = typeChooser(operation)
  const readInput = inputReader(operation)
  const shared = isShared(operation) ? new SharedAnswers(operation) : undefined
  return async (exchange: HttpExchange, params: Params): Promise<unknown> => {
    const { request, caller } = exchange
    const admitted = await admit(services, exchange, operation)
    if (request.method === 'OPTIONS') return allowAnyPage(exchange, http.anyOrigin === true)
    const type = chooseType(request)
    const kept = shared?.find(request.url ?? '', app.now())
    if (kept) return sendKept(exchange, http, kept)
    const { principal } = admitted
    const places = { query: {}, path: params, otherwise: 'path' } as const
    await withLocations(() => operation.precheck(app, principal, caller, params), places)
    const holder = holderOf(services, principal, exchange)
    using account = bodies.open(holder)
    const untilLeft = caller.disconnectSignal
    const input = await readInput(request, params, { name: holder, account, untilLeft })
    // oxlint-disable-next-line no-underscore-dangle -- what is only disposed of is never read.
    using _turn = isWeighed ? await beginWork(services, principal, exchange, operation) : undefined
    // The caller's turn and memory are kept until the request is answered.
    return await answer(operation, services, {
      exchange,
      admitted,
      holder,
      params,
      input,
      type,
      shared,
    })
  }
}

/** Returns the name under which the memory that a request uses is counted: that of its credential or its address. */
const holderOf = ({ app }: HttpServices, principal: Principal, { caller }: HttpExchange): string =>
  principal.kind === 'anonymous' ? app.addressName(caller.address) : credentialOf(principal)
