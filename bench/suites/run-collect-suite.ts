import { join } from 'node:path'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { measureInterleaved, type Load } from '../harness/measure.ts'
import { atMost, describeLimit } from '../harness/ratios.ts'
import { print } from '../harness/report.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { collectPost } from '../product/collect-message.ts'
import { startProduct } from '../product/product.ts'
import { setupWorkspace } from '../product/setup-workspace.ts'
import { makeTraffic } from '../product/traffic.ts'
import type { Settings } from '../settings.ts'
import { expectAnswer } from './checks.ts'
import { reportPairs, type Pair } from './report-pairs.ts'

/** The seed differs from that of the history, so that no event id repeats. */
const TRAFFIC_SEED = 2

/** These requests are cheap: a longer round steadies the figure of the bare server. */
const LONGER_ROUNDS = 5

const PAIRS: readonly Pair[] = [{ of: 'citable', to: 'bare', limit: describeLimit(atMost(5)) }]

/** Prints the collect comparison; returns whether its limit was met. */
export async function runCollectSuite(
  baselines: Baselines,
  directory: string,
  given: Settings,
): Promise<boolean> {
  const settings = {
    ...given,
    requests: given.requests * LONGER_ROUNDS,
    warmup: given.warmup * LONGER_ROUNDS,
  }
  print('\n## Collect: POST /api/v1/collect, one event a request, answered when durable')
  print(`${settings.requests} requests a round`)
  await using bare = await ServerProcess.start({
    name: 'bare',
    script: baselines.bare,
    cwd: directory,
    env: { BARE: 'collect' },
    withProbe: true,
  })
  if (settings.baselinesOnly) {
    return reportPairs(await measureInterleaved([collectLoad(bare, 'any')], settings), [])
  }
  const needs = { directory: join(directory, 'collect'), keys: 1, principals: 0 }
  const { installation, siteId } = await setupWorkspace(needs, settings)
  await using product = await startProduct(installation, { withProbe: true })
  const loads = [collectLoad(bare, siteId), collectLoad(product, siteId)]
  return reportPairs(await measureInterleaved(loads, settings), PAIRS)
}

/** Both servers get the same stream: the seed is the same, the port is not. */
function collectLoad(server: ServerProcess, siteId: string): Load {
  const nextEvent = makeTraffic(TRAFFIC_SEED)
  return {
    name: server.name,
    server,
    requests: (count) =>
      Array.from({ length: count }, () => collectPost(server.port, siteId, nextEvent())),
    check: expectAnswer(202, ['"accepted":1']),
  }
}
