import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { ServerProcess } from '../harness/server-process.ts'
import { REPOSITORY, runScript } from './cli.ts'

const MAIN = join(REPOSITORY, 'dist/main.js')
const CLI = join(REPOSITORY, 'dist/cli.js')
/** Every owner has this password. */
export const PASSWORD = 'correct horse battery staple bench'

const Owner = z.object({ orgId: z.string() })
const Keys = z.object({ keys: z.array(z.object({ key: z.string() })) })
const CreatedSite = z.object({ data: z.object({ id: z.string() }) })

/** One installation of the product: a folder with its database. */
export interface Installation {
  directory: string
  env: Record<string, string>
}

export async function makeInstallation(directory: string): Promise<Installation> {
  await mkdir(directory, { recursive: true })
  return {
    directory,
    env: {
      DATABASE_URL: `sqlite:${join(directory, 'bench.db')}`,
      ENV_FILE: 'none',
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
    },
  }
}

export async function startProduct(
  installation: Installation,
  options: { withProbe: boolean },
): Promise<ServerProcess> {
  return ServerProcess.start({
    name: 'citable',
    script: MAIN,
    cwd: REPOSITORY,
    env: installation.env,
    withProbe: options.withProbe,
    readyStatus: 200,
  })
}

/** Returns the id of the new organization. */
export async function runOwnerCreate(
  installation: Installation,
  name: string,
  plan = 'self_hosted',
): Promise<string> {
  const args = ['--email', `${name}@example.com`, '--password-stdin', '--org', name]
  const output = await runCli(installation, ['owner', 'create', ...args, '--plan', plan], PASSWORD)
  return Owner.parse(output).orgId
}

/** Makes keys, with every scope unless `scopes` says otherwise; the plan allows each 3,000 requests a minute. */
export async function runKeyCreate(
  installation: Installation,
  orgId: string,
  count: number,
  scopes = '*',
): Promise<string[]> {
  const args = ['--org', orgId, '--name', 'bench', '--scopes', scopes, '--count', String(count)]
  const output = await runCli(installation, ['key', 'create', ...args])
  return Keys.parse(output).keys.map(({ key }) => key)
}

/** Returns the id of the new site. */
export async function postSite(server: ServerProcess, key: string, url: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, timezone: 'UTC', scan: false }),
    signal: AbortSignal.timeout(10_000),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`POST /sites answered ${response.status}: ${body}`)
  return CreatedSite.parse(JSON.parse(body)).data.id
}

/** Imports NDJSON history; the server must be down, so that nothing it holds in memory is stale. */
export async function runEventsImport(
  installation: Installation,
  file: string,
  siteId: string,
): Promise<void> {
  await runCli(installation, ['events', 'import', file, '--site', siteId])
}

async function runCli(
  { env }: Installation,
  args: readonly string[],
  input = '',
): Promise<unknown> {
  return JSON.parse(await runScript([CLI, ...args, '--json'], { env, input }))
}
