import { join } from 'node:path'
import { httpGet } from '../client/http-message.ts'
import type { Baselines } from '../harness/bundle-baselines.ts'
import { measureInterleaved, requestsPerLoad, type Load } from '../harness/measure.ts'
import { atMost } from '../harness/ratios.ts'
import { print } from '../harness/report.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { countKeysNeeded, makeKeyRing } from '../product/key-ring.ts'
import { startProduct } from '../product/product.ts'
import { setupWorkspace } from '../product/setup-workspace.ts'
import type { Settings } from '../settings.ts'
import { expectAnswer } from './checks.ts'
import { reportPairs, type Pair } from './report-pairs.ts'

/** As long as a real key; bare Express does not look at it. */
const UNCHECKED_KEY = `ctbk_${'0'.repeat(49)}`

/**
 * At least 60 % of the requests that bare Express answers in the same CPU time. CPU and not requests a second: the
 * client runs on the same cores, and takes from a cheap server what it leaves to a dear one.
 */
const LIMIT = atMost(1.67)

const PAIRS: readonly Pair[] = [
  { of: 'citable org', to: 'express org', limit: LIMIT },
  { of: 'citable site', to: 'express site' },
]

/** Prints the comparison of REST with bare Express; answers whether its limit was met. */
export async function runRestSuite(
  baselines: Baselines,
  directory: string,
  settings: Settings,
): Promise<boolean> {
  print('\n## REST: GET of a small resource with a key, against bare Express and the same JSON')
  if (settings.baselinesOnly) {
    await using express = await startExpress(baselines, directory, { route: '/', answer: '{}' })
    return reportPairs(await measureInterleaved([getLoad('express', express, '/')], settings), [])
  }
  const keys = countKeysNeeded(PAIRS.length * requestsPerLoad(settings))
  const needs = { directory: join(directory, 'rest'), keys, principals: 0 }
  const workspace = await setupWorkspace(needs, settings)
  await using product = await startProduct(workspace.installation, { withProbe: true })
  const nextKey = makeKeyRing(workspace.keys)
  const org = '/api/v1/org'
  const site = `/api/v1/sites/${workspace.siteId}`
  const answerOf = (route: string) => askOnce(product, route, workspace.keys.at(-1) ?? '')
  const orgParts = { route: org, answer: await answerOf(org) }
  await using expressOrg = await startExpress(baselines, directory, orgParts)
  const siteParts = { route: site, answer: await answerOf(site) }
  await using expressSite = await startExpress(baselines, directory, siteParts)
  const loads = [
    getLoad('express org', expressOrg, org),
    getLoad('citable org', product, org, nextKey),
    getLoad('express site', expressSite, site),
    getLoad('citable site', product, site, nextKey),
  ]
  return reportPairs(await measureInterleaved(loads, settings), PAIRS)
}

interface Constant {
  route: string
  /** The product's own answer, so that both send as many bytes. */
  answer: string
}

function startExpress(
  { bareExpress }: Baselines,
  cwd: string,
  { route, answer }: Constant,
): Promise<ServerProcess> {
  const env = { ROUTE: route, ANSWER: answer }
  return ServerProcess.start({ name: 'express', script: bareExpress, cwd, env, withProbe: true })
}

async function askOnce({ port }: ServerProcess, route: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`http://127.0.0.1:${port}${route}`, { headers })
  if (!response.ok) throw new Error(`${route} answered ${response.status}`)
  return response.text()
}

/** Both sides are sent the same bytes, but for the key. */
function getLoad(
  name: string,
  server: ServerProcess,
  route: string,
  nextKey: () => string = () => UNCHECKED_KEY,
): Load {
  const request = (key: string) => httpGet(server.port, route, { authorization: `Bearer ${key}` })
  return {
    name,
    server,
    requests: (count) => Array.from({ length: count }, () => request(nextKey())),
    check: expectAnswer(200, route === '/' ? [] : ['"error":null', '"requestId":"req_']),
  }
}
