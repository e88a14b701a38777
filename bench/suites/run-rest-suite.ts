import { join } from 'node:path'
import * as z from 'zod/v4'
import { CloserStack } from '../../src/lib/concurrency/closer-stack.ts'
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

/** A key that is as long as a real one; bare Express does not look at it. */
const UNCHECKED_KEY = `ctbk_${'0'.repeat(49)}`

/**
 * At least 60 % of the requests that bare Express answers in the same CPU time. The limit is on CPU and not on requests
 * a second, because the client runs on the same cores: it takes from a cheap server what it leaves to an expensive one.
 */
const LIMIT = atMost(1.67)

const PAIRS: readonly Pair[] = [
  { of: 'citable org', to: 'express org', limit: LIMIT },
  { of: 'citable config', to: 'express config', limit: LIMIT },
  // Three further statements, and the pages of the site are counted.
  { of: 'citable site', to: 'express site', limit: atMost(3) },
  // The cost of its queries is not the cost of REST.
  { of: 'citable scan', to: 'express scan' },
]

/** Prints the comparison of REST with bare Express; returns whether its limit was met. */
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
  const lastKey = workspace.keys.at(-1) ?? ''
  const routes = {
    org: '/api/v1/org',
    scan: `/api/v1/scan/${await endedScan(product, workspace.siteId, lastKey)}`,
    site: `/api/v1/sites/${workspace.siteId}`,
  }
  await using servers = new CloserStack()
  const loads: Load[] = []
  for (const [name, route] of Object.entries(routes)) {
    const answer = await askOnce(product, route, lastKey)
    const express = await startExpress(baselines, directory, { route, answer })
    servers.addAll([express])
    loads.push(getLoad(`express ${name}`, express, route))
    loads.push(getLoad(`citable ${name}`, product, route, nextKey))
  }
  const config = `/api/v1/sites/${workspace.siteId}/config`
  const answer = await askOnce(product, config)
  const express = await startExpress(baselines, directory, { route: config, answer })
  servers.addAll([express])
  loads.push(readersLoad('express config', express, config))
  loads.push(readersLoad('citable config', product, config))
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

const Started = z.object({ data: z.object({ id: z.string() }) })

/** Returns the id of a scan that was canceled at once, so that it does no work during the measurement. */
async function endedScan({ port }: ServerProcess, siteId: string, key: string): Promise<string> {
  const url = `http://127.0.0.1:${port}/api/v1/scan`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const started = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ siteId }) })
  const { id } = Started.parse(await started.json()).data
  const canceled = await fetch(`${url}/${id}`, { method: 'DELETE', headers })
  if (!canceled.ok) throw new Error(`The scan was not canceled: ${canceled.status}`)
  return id
}

async function askOnce({ port }: ServerProcess, route: string, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(`http://127.0.0.1:${port}${route}`, { headers })
  if (!response.ok) throw new Error(`${route} answered ${response.status}`)
  return response.text()
}

/** Makes the load of a server; both sides are sent the same bytes, except for the key. */
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

const READERS = 200

/** Makes the load of readers without keys, at addresses of their own, since a limit counts by address. */
function readersLoad(name: string, server: ServerProcess, route: string): Load {
  const request = (i: number) =>
    httpGet(server.port, route, { 'x-forwarded-for': `10.2.0.${i % READERS}` })
  return {
    name,
    server,
    requests: (count) => Array.from({ length: count }, (_, i) => request(i)),
    check: expectAnswer(200, ['"error":null', '"requestId":"req_']),
  }
}
