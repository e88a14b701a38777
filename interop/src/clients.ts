import { textTable } from '../../src/cli/text-table.ts'
import type { ServerDefinition } from '../../src/kernel/assistants/server-definition.ts'
import { citableServer } from '../../tools/citable.ts'
import { MCP_SERVERS } from '../../tools/index.ts'
import { aiSdk } from './ai-sdk.ts'
import { connectingPrograms } from './connecting-programs.ts'
import { connectingSdks } from './connecting-sdks.ts'
import { DocumentSite } from './document-site.ts'
import { inspectors } from './inspector.ts'
import { mcpRemote } from './mcp-remote.ts'
import { mcporter } from './mcporter.ts'
import { installPackages } from './packages.ts'
import { pythonClients } from './python-clients.ts'
import { sdkClients } from './sdk-clients.ts'
import { TriedService } from './service.ts'
import { CONNECTING_CHECKS, tryConnecting } from './try-connecting.ts'
import { CHECKS, tryOut, type Outcome } from './try-out.ts'

/** Lets other people's clients use the servers. Returns whether each could do all that it asked for. */
async function main(): Promise<boolean> {
  installPackages()
  await using site = await DocumentSite.open()
  await using service = await TriedService.start({
    settings: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
    resolve: DocumentSite.resolve,
  })
  const withKeys = await useKeys(service)
  return (await connect(service, site)) && withKeys
}

/** Each client comes with a key to each server. */
async function useKeys(service: TriedService): Promise<boolean> {
  const clients = [
    ...sdkClients(),
    ...inspectors(),
    mcporter(),
    mcpRemote(),
    aiSdk(),
    ...(await pythonClients()),
  ]
  const tried = new TriedTable(['client', 'version', 'server', ...CHECKS])
  for (const client of clients) {
    if (client.missing !== undefined) tried.say(client.missing)
    for (const server of MCP_SERVERS) {
      tried.add(
        [client.name, client.version, server.name],
        `${client.name} at ${server.name}`,
        await tryOut(client, server, service),
      )
    }
  }
  return tried.print()
}

/** Tries the clients that connect with nothing but the address that a person pastes. */
async function connect(service: TriedService, site: DocumentSite): Promise<boolean> {
  const server: ServerDefinition = citableServer
  const clients = [...connectingSdks(site.url), ...connectingPrograms(site.url)]
  const tried = new TriedTable(['without a key', 'version', 'known by', ...CONNECTING_CHECKS])
  for (const client of clients) {
    tried.add(
      [client.name, client.version, client.knownBy],
      `${client.name}, known by its ${client.knownBy}`,
      await tryConnecting(client, server, service),
    )
  }
  return tried.print()
}

/** A row a trial, and below the table what was shown. */
class TriedTable {
  readonly #head: readonly string[]
  readonly #rows: string[][] = []
  readonly #lines: string[] = []

  constructor(head: readonly string[]) {
    this.#head = head
  }

  say(line: string): void {
    this.#lines.push(line)
  }

  add(row: readonly string[], trial: string, outcomes: readonly Outcome[]): void {
    this.#rows.push([...row, ...outcomes.map(({ outcome }) => outcome)])
    for (const { check, shown } of outcomes) {
      if (shown !== undefined) this.say(`${trial}, ${check}: ${shown}`)
    }
  }

  /** Returns whether nothing failed. */
  print(): boolean {
    process.stdout.write(`${textTable([...this.#head], this.#rows)}\n`)
    for (const line of this.#lines) process.stdout.write(`\n${line}\n`)
    process.stdout.write('\n')
    return !this.#rows.flat().includes('FAILED')
  }
}

process.exitCode = (await main()) ? 0 : 1
