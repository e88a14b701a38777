import { join } from 'node:path'
import { PROTOCOL_ERAS, type ProtocolEra } from '../client/mcp-message.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { measureInterleaved, requestsPerLoad, type Load } from '../harness/measure.ts'
import { atMost, below } from '../harness/ratios.ts'
import { print } from '../harness/report.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { makeGrants } from '../product/make-grants.ts'
import { countKeysNeeded, makeKeyRing } from '../product/key-ring.ts'
import { startProduct } from '../product/product.ts'
import { setupWorkspace, type Workspace } from '../product/setup-workspace.ts'
import type { Settings } from '../settings.ts'
import { CONCURRENT_CALLS, countWrongAnswers } from './count-wrong-answers.ts'
import { callLoad, listLoad } from './mcp-loads.ts'
import { reportPairs, type Pair } from './report-pairs.ts'
import { SITE_URL } from '../product/traffic.ts'

const PRINCIPALS = 20
/** Loads of the product: call and list, in both eras. */
const PRODUCT_LOADS = 4
/** A number only the baselines' constant has, so that a wrong answer is noticed. */
const CONSTANT_MARK = '48213'
/** A key that is as long as a real one; the baselines do not look at it. */
const UNCHECKED_KEY = `ctbk_${'0'.repeat(49)}`

const BASELINE_PAIRS: readonly Pair[] = PROTOCOL_ERAS.flatMap((era) => [
  { of: `N2 call ${era}`, to: `N1 call ${era}` },
  { of: `N1 call ${era}`, to: 'bare' },
])

const OAUTH_CALL = 'citable call modern by OAuth'

const PRODUCT_PAIRS: readonly Pair[] = [
  ...PROTOCOL_ERAS.flatMap((era) => [
    { of: `citable call ${era}`, to: `N1 call ${era}`, limit: atMost(0.2) },
    { of: `citable call ${era}`, to: `N2 call ${era}`, limit: below(1) },
    { of: `citable list ${era}`, to: `citable call ${era}`, limit: atMost(1.5) },
    { of: `citable call ${era}`, to: 'bare' },
  ]),
  { of: OAUTH_CALL, to: 'citable call modern', limit: atMost(1.1) },
  ...BASELINE_PAIRS,
]

/** Prints the MCP comparison; returns whether every limit was met. */
export async function runMcpSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print('\n## MCP: tools/call get_overview and tools/list on /mcp/data')
  const servers: ServerProcess[] = []
  try {
    const loads = await startBaselines(baselines, directory, servers)
    if (settings.baselinesOnly) {
      return reportPairs(await measureInterleaved(loads, settings), BASELINE_PAIRS)
    }
    const workspace = await prepare(directory, settings)
    const product = await startProduct(workspace.installation, { withProbe: true })
    servers.push(product)
    loads.push(...productLoads(product, workspace), oauthLoad(product, workspace, settings))
    const withinLimits = reportPairs(await measureInterleaved(loads, settings), PRODUCT_PAIRS)
    return (await reportMixUps(product, workspace)) && withinLimits
  } finally {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  }
}

/** Adds each server to `servers` as soon as it runs, so that the caller ends it even after an error. */
async function startBaselines(
  baselines: Baselines,
  directory: string,
  servers: ServerProcess[],
): Promise<Load[]> {
  const start = async (name: string, script: string): Promise<ServerProcess> => {
    const env = { BARE: 'mcp' }
    const server = await ServerProcess.start({ name, script, cwd: directory, env, withProbe: true })
    servers.push(server)
    return server
  }
  const bare = await start('bare', baselines.bare)
  const fresh = await start('N1', baselines.freshSchemas)
  const once = await start('N2', baselines.moduleSchemas)
  return [
    constantLoad('bare', bare, 'modern'),
    ...PROTOCOL_ERAS.map((era) => constantLoad(`N1 call ${era}`, fresh, era)),
    ...PROTOCOL_ERAS.map((era) => constantLoad(`N2 call ${era}`, once, era)),
  ]
}

function constantLoad(name: string, server: ServerProcess, era: ProtocolEra): Load {
  const options = { name, server, era, nextKey: () => UNCHECKED_KEY }
  return callLoad(options, 'any', [CONSTANT_MARK])
}

async function prepare(directory: string, settings: Settings): Promise<Workspace> {
  const needs = {
    directory: join(directory, 'mcp'),
    keys: countKeysNeeded(PRODUCT_LOADS * requestsPerLoad(settings)),
    principals: PRINCIPALS,
  }
  return setupWorkspace(needs, settings)
}

const SITE_HOST = new URL(SITE_URL).host

function productLoads(server: ServerProcess, { keys, siteId }: Workspace): Load[] {
  const nextKey = makeKeyRing(keys)
  return [
    ...PROTOCOL_ERAS.map((era) =>
      callLoad({ name: `citable call ${era}`, server, era, nextKey }, siteId, [SITE_HOST]),
    ),
    ...PROTOCOL_ERAS.map((era) => listLoad({ name: `citable list ${era}`, server, era, nextKey })),
  ]
}

/** The same call by access tokens. */
function oauthLoad(
  server: ServerProcess,
  { installation, siteId }: Workspace,
  settings: Settings,
): Load {
  const count = countKeysNeeded(requestsPerLoad(settings))
  const nextKey = makeKeyRing(makeGrants(installation, server, { siteId, count }))
  const options = { name: OAUTH_CALL, server, era: 'modern', nextKey } as const
  return callLoad(options, siteId, [SITE_HOST])
}

async function reportMixUps(product: ServerProcess, { principals }: Workspace): Promise<boolean> {
  const mixUps = await countWrongAnswers(product, principals)
  const verdict = mixUps === 0 ? 'PASS' : 'FAIL'
  print(
    `${mixUps} mix-ups in ${CONCURRENT_CALLS} concurrent calls with one JSON-RPC id and ${PRINCIPALS} principals: ${verdict}`,
  )
  return mixUps === 0
}
