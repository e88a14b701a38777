import { HttpConnection } from './http-connection.ts'
import type { HttpAnswer } from './parse-answer.ts'

/** Says what is wrong with an answer; undefined when it is right. */
export type AnswerCheck = (answer: HttpAnswer) => string | undefined

export interface LoadResult {
  seconds: number
  /** One per request, in no order. */
  latenciesMs: Float64Array
  /** Mean size of an answer's body. */
  bodyBytes: number
}

export async function openConnections(port: number, count: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)))
}

export async function closeConnections(connections: readonly HttpConnection[]): Promise<void> {
  await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()))
}

/**
 * Sends every request once, one at a time on each connection, all connections busy.
 * Throws at the first answer that `check` refuses.
 */
export async function sendRequests(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
  check: AnswerCheck,
): Promise<LoadResult> {
  const latenciesMs = new Float64Array(requests.length)
  let next = 0
  let receivedBytes = 0
  const work = async (connection: HttpConnection): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index]
      if (request === undefined) return
      const sentAt = performance.now()
      const answer = await connection.exchange(request)
      latenciesMs[index] = performance.now() - sentAt
      receivedBytes += answer.body.length
      refuse(answer, check)
    }
  }
  const startedAt = performance.now()
  await Promise.all(connections.map(work))
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, latenciesMs, bodyBytes: receivedBytes / requests.length }
}

function refuse(answer: HttpAnswer, check: AnswerCheck): void {
  const complaint = check(answer)
  if (complaint === undefined) return
  const start = answer.body.toString('utf8').slice(0, 400)
  throw new Error(`${complaint}; status ${answer.status}, body: ${start}`)
}
