import { textTable } from '../../src/cli/text-table.ts'
import { MCP_SERVERS } from '../../tools/index.ts'
import { aiSdk } from './ai-sdk.ts'
import { inspectors } from './inspector.ts'
import { mcpRemote } from './mcp-remote.ts'
import { mcporter } from './mcporter.ts'
import { installPackages } from './packages.ts'
import { pythonClients } from './python-clients.ts'
import { sdkClients } from './sdk-clients.ts'
import { TriedService } from './service.ts'
import { CHECKS, tryOut } from './try-out.ts'

/** Lets other people's clients use the servers. Answers whether each could do all that it asked for. */
async function main(): Promise<boolean> {
  installPackages()
  await using service = await TriedService.start()
  const clients = [
    ...sdkClients(),
    ...inspectors(),
    mcporter(),
    mcpRemote(),
    aiSdk(),
    ...(await pythonClients()),
  ]
  const rows: string[][] = []
  const lines = clients.flatMap(({ missing }) => (missing === undefined ? [] : [missing]))
  for (const client of clients) {
    for (const server of MCP_SERVERS) {
      const outcomes = await tryOut(client, server, service)
      const results = outcomes.map(({ outcome }) => outcome)
      rows.push([client.name, client.version, server.name, ...results])
      lines.push(
        ...outcomes.flatMap(({ check, shown }) =>
          shown === undefined ? [] : [`${client.name} at ${server.name}, ${check}: ${shown}`],
        ),
      )
    }
  }
  process.stdout.write(`${textTable(['client', 'version', 'server', ...CHECKS], rows)}\n`)
  for (const line of lines) process.stdout.write(`\n${line}\n`)
  return !rows.flat().includes('FAILED')
}

process.exitCode = (await main()) ? 0 : 1
