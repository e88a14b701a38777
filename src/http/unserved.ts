import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '../kernel/door/surface.ts'
import { refuse } from '../kernel/wire/refuse.ts'
import { beginExchange, type HttpExchange } from '../kernel/wire/http-exchange.ts'
import { admit } from './admit.ts'
import { envelopeRefusal } from './envelope.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { HttpServices } from './http-services.ts'
import type { Bound } from './serve.ts'

interface Unserved {
  request: IncomingMessage
  response: ServerResponse
  /** The operation whose limit and headers apply; undefined where no operation has the address. */
  operation?: Bound | undefined
}

/**
 * Answers a request that no operation serves by `answer`, which may throw the refusal; the request is counted like
 * every other one. It never rejects.
 */
export async function answerUnserved(
  services: HttpServices,
  { request, response, operation }: Unserved,
  answer: (exchange: HttpExchange) => void,
): Promise<void> {
  const caller = services.callers.read(request, response)
  const fixed = fixedHeaders(services, operation)
  const route = operation && addressOf(operation.http)
  const exchange = beginExchange(request, response, { caller, fixed, route })
  try {
    await admit(services, exchange, operation)
    answer(exchange)
  } catch (thrown) {
    refuse(thrown, exchange, services.log, envelopeRefusal)
  }
}
