import { MCP_SERVERS } from '../../tools/index.ts'
import { mcpJson } from '../domain/connect/client-files.ts'
import {
  CONNECT_CLIENT_IDS,
  connectClient,
  type ConnectClientId,
} from '../domain/connect/connect-clients.ts'
import { KEY_PLACEHOLDER, KEY_VARIABLE } from '../domain/connect/connect-target.ts'
import { serverJson } from '../domain/connect/server-json.ts'
import {
  connectTarget,
  pastedServers,
  separateServers,
} from '../kernel/assistants/server-definition.ts'
import { VERSION } from '../kernel/door/version.ts'
import { withGenerated } from './markdown.ts'

/** The address that `npm start` listens at, as the documents give it. */
const LOCAL = 'http://127.0.0.1:8700'

const targets = separateServers(MCP_SERVERS).map((server) => connectTarget(server, LOCAL))

/** A public address, because assistants that sign in by OAuth from elsewhere need one. */
const pasted = pastedServers(MCP_SERVERS).map((server) =>
  connectTarget(server, 'https://citable.example.com'),
)

/** The targets with data of the reader's own. */
const keyed = targets.filter(({ isKeyed }) => isKeyed)

const VARIABLE_OF_SHELL = `$${KEY_VARIABLE}`

const textOf = (id: ConnectClientId, key = KEY_PLACEHOLDER): string =>
  connectClient(id).text(targets, key)

const CLAUDE_CODE = `# Claude Code

\`\`\`sh
${textOf('claude_code', VARIABLE_OF_SHELL)}
\`\`\`

Then ask: "How did my site do with AI last month, and what did people ask?"`

/** The example of each client that reads a file or runs a command. */
const EXAMPLES: Readonly<Partial<Record<ConnectClientId, [name: string, text: string]>>> = {
  claude: ['claude-desktop.json', textOf('claude')],
  claude_code: ['claude-code.md', CLAUDE_CODE],
  cursor: ['cursor.json', textOf('cursor')],
  vscode: ['vscode.json', textOf('vscode')],
  codex: ['codex.toml', textOf('codex')],
}

/** Files that clients and registries read, from the same source as what the server answers. */
export function connectFiles(): [path: string, text: string][] {
  const hosted = MCP_SERVERS.map((server) => connectTarget(server, 'https://{host}'))
  const files: [string, string][] = [
    ['.mcp.json', mcpJson(targets, `\${${KEY_VARIABLE}}`)],
    ['server.json', JSON.stringify(serverJson(VERSION, hosted), null, 2)],
    ...Object.values(EXAMPLES).map(([name, text]): [string, string] => [
      `examples/clients/${name}`,
      text,
    ]),
  ]
  return files.map(([path, text]) => [path, `${text}\n`])
}

/** Returns the README with its list of clients as the server describes them. Throws where it lacks the marks. */
export function withClientList(readme: string): string {
  const list = CONNECT_CLIENT_IDS.map(listItem).join('\n')
  return withGenerated(readme, { page: 'README.md', name: 'clients', what: 'list' }, list)
}

function listItem(id: ConnectClientId): string {
  const { title, kind, files, needs, text } = connectClient(id)
  const [name] = EXAMPLES[id] ?? []
  const link = `[${name}](examples/clients/${name})`
  const places = files.map(({ path, appliesTo }) => `\`${path}\` (${appliesTo})`)
  const how = {
    command: `\`${text(keyed.slice(-1), VARIABLE_OF_SHELL)}\`; ${link} has every server.`,
    json: `${link} as ${places.join(' or ')}.`,
    toml: `${link} as ${places.join(' or ')}.`,
    steps: text(pasted, ''),
  }[kind]
  return [`- **${title}**: ${how}`, ...needs].join(' ')
}
