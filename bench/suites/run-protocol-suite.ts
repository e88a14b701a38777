import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LARGEST_INPUTS } from '../../src/testing/largest-protocol-inputs.ts'
import { HttpConnection } from '../client/http-connection.ts'
import { mcpPost } from '../client/mcp-message.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import type { ProtocolMeasurements } from '../product/measure-protocol.ts'
import { makeInstallation, startProduct } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const BARE = 'encodeURIComponent'
/** Milliseconds that the largest input may take: other work goes on meanwhile, but a reader waits for the answer. */
const MAX_INPUT_MS = 2_000
/** An address may send 120 of these inputs a minute in all. */
const MOST_ROUNDS = 10

/**
 * The protocol's functions against the bare encoding of a prompt, without a limit; then the largest inputs of
 * `/mcp/protocol`. Returns whether their limit was met.
 */
export async function runProtocolSuite(
  { protocolAlone }: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  progress.begin('the protocol')
  const { stdout } = await run(process.execPath, [protocolAlone, String(settings.rounds)])
  // @NOTE the script prints this interface.
  const { perSecondByName } = JSON.parse(stdout) as ProtocolMeasurements
  const bare = perSecondByName[BARE] ?? []
  print('\n## The protocol by itself, a policy of 100 rules')
  printTable(
    ['function', 'a second', `of ${BARE}`, 'min', 'max'],
    Object.entries(perSecondByName).map(([name, rounds]) => {
      const ratios = rounds.map((figure, round) => figure / (bare[round] ?? Number.NaN))
      const spread = [median(ratios), Math.min(...ratios), Math.max(...ratios)]
      return [name, median(rounds).toFixed(0), ...spread.map((ratio) => ratio.toFixed(2))]
    }),
  )
  return settings.baselinesOnly || measureLargestInputs(directory, settings.rounds)
}

/** Times each through a server of its own, after one call that does not count. */
async function measureLargestInputs(directory: string, rounds: number): Promise<boolean> {
  progress.begin('the largest inputs')
  const installation = await makeInstallation(join(directory, 'protocol'))
  await using server = await startProduct(installation, { withProbe: false })
  await using connection = await HttpConnection.open(server.port)
  const measured: { name: string; ms: number }[] = []
  for (const [tool, what, args] of LARGEST_INPUTS) {
    const request = mcpPost({
      port: server.port,
      path: '/mcp/protocol',
      era: 'legacy',
      method: 'tools/call',
      params: { name: tool, arguments: args },
    })
    const times: number[] = []
    for (let round = -1; round < Math.min(rounds, MOST_ROUNDS); round++) {
      const startedAt = performance.now()
      const { status } = await connection.exchange(request)
      if (status !== 200) throw new Error(`${tool} was answered with ${status}`)
      if (round >= 0) times.push(performance.now() - startedAt)
    }
    measured.push({ name: `${tool}: ${what}`, ms: median(times) })
  }
  print('\n## The largest inputs of /mcp/protocol')
  printTable(
    ['input', 'ms'],
    measured.map(({ name, ms }) => [name, ms.toFixed(0)]),
  )
  const worst = Math.max(...measured.map(({ ms }) => ms))
  print(`the worst ${worst.toFixed(0)} ms (limit ${MAX_INPUT_MS})`)
  return worst <= MAX_INPUT_MS
}
