import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { localUrl, serveHttp } from '../net/local-servers.ts'

/** A request as a receiver got it. */
export interface ReceivedDelivery {
  headers: Record<string, string>
  body: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver extends AsyncDisposable {
  url: string
  received: ReceivedDelivery[]
  connections: () => number
  /** Answers a delivery that was read; a test may change this between two deliveries. */
  answer: Answer
}

export const accept: Answer = (_, response) => response.end('thanks')

/** Makes an answer of a status alone. */
export const refuseWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end()

/** Never answers. */
export const hang: Answer = () => undefined

export async function openReceiver(answer: Answer = accept): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = []
  const server = await serveHttp(async (request, response) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
    received.push({ headers, body: await text(request) })
    receiver.answer(request, response)
  })
  const receiver: WebhookReceiver = {
    url: localUrl(server, '/hook'),
    received,
    connections: server.connections,
    answer,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return receiver
}
