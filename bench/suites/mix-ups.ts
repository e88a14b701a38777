import { closeConnections, openConnections } from '../client/drive.ts'
import { ERAS } from '../client/mcp-message.ts'
import type { HttpAnswer } from '../client/parse-answer.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { Principal } from '../product/setup-workspace.ts'
import { overviewCall } from './mcp-loads.ts'

export const CONCURRENT_CALLS = 2_000

/**
 * Calls at the same time, each on its own connection, all with JSON-RPC id 1, both eras, the
 * principals in turn. Answers how many callers got anything but the answer for their own site;
 * throws when a call is not answered with 200.
 */
export async function countMixUps(
  server: ServerProcess,
  principals: readonly Principal[],
): Promise<number> {
  const connections = await openConnections(server.port, CONCURRENT_CALLS)
  try {
    const verdicts = await Promise.all(
      connections.map(async (connection, index) => {
        const principal = principals[index % principals.length]
        const era = ERAS[Math.floor(index / principals.length) % ERAS.length]
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
  own: Principal,
  principals: readonly Principal[],
): boolean {
  const text = body.toString('utf8')
  if (status !== 200) throw new Error(`A concurrent call got ${status}: ${text.slice(0, 400)}`)
  return principals.every((principal) => names(text, principal) === (principal === own))
}

function names(text: string, { siteId, domain }: Principal): boolean {
  return text.includes(siteId) || text.includes(domain)
}
