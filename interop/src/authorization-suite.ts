import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerTestClient } from '../../src/testing/oauth-flow.ts'
import { newerNode, programOf } from './packages.ts'
import type { TriedService } from './service.ts'

export const SUITE = '@modelcontextprotocol/conformance/dist/index.js'

/** Milliseconds. The suite waits for a person for five minutes, but this person answers at once. */
const TIMEOUT_MS = 60_000

/** One statement of the suite about the authorization server. */
interface SuiteCheck {
  id: string
  status: string
  errorMessage?: string
}

/**
 * Runs the scenarios for authorization servers. The second one prints an address for a person to open and waits to be
 * led back. It needs what the first has read, so both are of one run.
 */
export async function runAuthorizationSuite(
  service: TriedService,
  resource: string,
): Promise<SuiteCheck[]> {
  const folder = mkdtempSync(join(tmpdir(), 'citable-authorization-'))
  try {
    const port = await freePort()
    const redirect_uris = [`http://127.0.0.1:${port}/callback`]
    const { client_id: clientId } = await registerTestClient(service, { redirect_uris })
    const client = ['--client-id', clientId, '--resource', resource, '--port', String(port)]
    const args = ['authorization', '--url', service.url, ...client, '-o', folder]
    const suite = spawn(newerNode(), [programOf(SUITE), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
    })
    const ended = once(suite, 'exit')
    const person = await service.person()
    await person.allowPrinted(suite.stdout)
    await ended
    return checksIn(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A warning is a complaint too, and so is what the suite leaves out. */
export const complaintsIn = (checks: readonly SuiteCheck[]): string[] =>
  checks
    .filter(({ status }) => status !== 'SUCCESS')
    .map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`.trim())

/** Reads what the suite has written of each scenario. */
const checksIn = (folder: string): SuiteCheck[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap(
      // @NOTE the suite writes its checks there, each with these fields.
      (name) => JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as SuiteCheck[],
    )

/** The suite listens there itself, and takes no 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
