import { closeConnections, openConnections } from '../client/send-requests.ts'
import { PROTOCOL_ERAS } from '../client/mcp-message.ts'
import type { HttpAnswer } from '../client/parse-answer.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { BenchPrincipal } from '../product/setup-workspace.ts'
import { overviewCall } from './mcp-loads.ts'

export const CONCURRENT_CALLS = 2_000

/**
 * Calls at the same time, each on its own connection, all with JSON-RPC id 1, both eras, the
 * principals in turn. Returns how many callers got anything but the answer for their own site;
 * throws when a call is not answered with 200.
 */
export async function countWrongAnswers(
  server: ServerProcess,
  principals: readonly BenchPrincipal[],
): Promise<number> {
  const connections = await openConnections(server.port, CONCURRENT_CALLS)
  try {
    const verdicts = await Promise.all(
      connections.map(async (connection, index) => {
        const principal = principals[index % principals.length]
        const era = PROTOCOL_ERAS[Math.floor(index / principals.length) % PROTOCOL_ERAS.length]
        if (principal === undefined || era === undefined) throw new RangeError('No principals')
        const { key, siteId } = principal
        const answer = await connection.exchange(overviewCall(server.port, era, key, siteId))
        return isOwnAnswer(answer, principal, principals)
      }),
    )
    return verdicts.filter((isOwn) => !isOwn).length
  } finally {
    await closeConnections(connections)
  }
}

function isOwnAnswer(
  { status, body }: HttpAnswer,
  own: BenchPrincipal,
  principals: readonly BenchPrincipal[],
): boolean {
  const text = body.toString('utf8')
  if (status !== 200) throw new Error(`A concurrent call got ${status}: ${text.slice(0, 400)}`)
  return principals.every((principal) => names(text, principal) === (principal === own))
}

function names(text: string, { siteId, domain }: BenchPrincipal): boolean {
  return text.includes(siteId) || text.includes(domain)
}
