import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'
import type { ProtocolMeasurements } from '../product/measure-protocol.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const BARE = 'encodeURIComponent'

/** The protocol's functions against the bare encoding of a prompt; it has no limit. */
export async function runProtocolSuite(
  { protocolAlone }: Baselines,
  _: string,
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
  return true
}
