import { isLoopbackHost } from '../../lib/web/is-loopback-host.ts'
import { codexToml, entriesJson, shellWord } from './client-files.ts'
import {
  bearerHeaders,
  entryHeaders,
  entryName,
  KEY_VARIABLE,
  type ConnectTarget,
} from './connect-target.ts'

/** The forms of the text that connects a client: a command to run, a file to save in JSON or TOML, or steps to read. */
export const CONNECT_KINDS = ['command', 'json', 'toml', 'steps'] as const

/** The ways in which a client gets access: an API key of ours is pasted, or a person signs in (OAuth). */
export const SIGN_INS = ['key', 'oauth'] as const

interface ConnectClient {
  title: string
  kind: (typeof CONNECT_KINDS)[number]
  /** The files into which the text can be saved, any one of which will do. */
  files: readonly { path: string; appliesTo: string }[]
  signsInBy: (typeof SIGN_INS)[number]
  /** True where the client reads the key from its environment, so that the text is free of it. */
  readsVariable: boolean
  /** The client's requirements besides the key, in sentences. */
  needs: readonly string[]
  text: (targets: readonly ConnectTarget[], key: string) => string
  /** An address that opens the client with the server filled in. It holds no key, and is sent to no one else. */
  installLink?: (target: ConnectTarget) => string
}

const ONE_PROJECT = 'one project'
const ALL_PROJECTS = 'all projects'

const SIGNS_IN_TOO = 'Without the key it asks you to sign in, and which sites and what it may read.'
const FROM_ITS_MAKER =
  'It calls public https addresses alone, by port 443 and IPv4, from the servers of its maker.'
const READS_VARIABLE = `It reads the key from ${KEY_VARIABLE} of the environment in which it starts.`

const VS_CODE_INPUT = {
  type: 'promptString',
  id: 'citable-key',
  description: 'Citable API key',
  password: true,
}

const vsCodeEntry = (target: ConnectTarget) => ({
  type: 'http',
  url: target.url,
  ...entryHeaders(target, `\${input:${VS_CODE_INPUT.id}}`),
})

const cursorEntry = (target: ConnectTarget) => ({
  url: target.url,
  ...entryHeaders(target, `\${env:${KEY_VARIABLE}}`),
})

/**
 * Makes the entry of a server for Claude Desktop, whose file takes no addresses: a process of its own (`mcp-remote`)
 * passes each message on.
 */
const bridgeEntry = ({ url, isKeyed }: ConnectTarget, key: string) => ({
  command: 'npx',
  args: [
    '-y',
    'mcp-remote',
    url,
    ...(isHttps(url) ? [] : ['--allow-http']),
    // A blank in an argument is lost on some systems, so that it stands in the variable.
    ...(isKeyed ? ['--header', 'Authorization:${AUTH_HEADER}'] : []),
  ],
  ...(isKeyed && { env: { AUTH_HEADER: bearerHeaders(key).Authorization } }),
})

/** The clients that people connect, each with what it reads; the formats are those that their makers document. */
export const CONNECT_CLIENTS = {
  claude_ai: {
    title: 'Claude on the web, in its app and on the phone',
    kind: 'steps',
    files: [],
    signsInBy: 'oauth',
    readsVariable: false,
    needs: [FROM_ITS_MAKER],
    text: (targets) =>
      `Open Settings, Connectors, Add custom connector, and paste ${pasted(targets)}. Then sign in, and choose which sites and what it may read. If it lets you set request headers, you can send Authorization: Bearer with an API key instead of signing in.`,
  },
  claude: {
    title: 'Claude Desktop',
    kind: 'json',
    files: [
      {
        path: '~/Library/Application Support/Claude/claude_desktop_config.json',
        appliesTo: 'macOS',
      },
      { path: String.raw`%APPDATA%\Claude\claude_desktop_config.json`, appliesTo: 'Windows' },
    ],
    signsInBy: 'key',
    readsVariable: false,
    needs: [
      'It needs Node on the same computer: npx runs mcp-remote, which passes each message on to the server.',
    ],
    text: (targets, key) =>
      entriesJson('mcpServers', targets, (target) => bridgeEntry(target, key)),
  },
  claude_code: {
    title: 'Claude Code',
    kind: 'command',
    files: [],
    signsInBy: 'key',
    readsVariable: false,
    needs: [SIGNS_IN_TOO],
    text: (targets, key) =>
      targets
        .map(
          (target) =>
            `claude mcp add --transport http ${entryName(target)} ${shellWord(target.url)}${target.isKeyed ? ` --header "Authorization: Bearer ${key}"` : ''}`,
        )
        .join('\n'),
  },
  chatgpt: {
    title: 'ChatGPT',
    kind: 'steps',
    files: [],
    signsInBy: 'oauth',
    readsVariable: false,
    needs: [FROM_ITS_MAKER, 'Turn on developer mode first (Settings, Apps, Advanced settings).'],
    text: (targets) =>
      `Open Settings, Apps, Create, paste ${pasted(targets)} and leave the authentication at OAuth. Then sign in, and choose which sites and what it may read. It has no place for an API key; Codex, by the same maker, has.`,
  },
  cursor: {
    title: 'Cursor',
    kind: 'json',
    files: [
      { path: '~/.cursor/mcp.json', appliesTo: ALL_PROJECTS },
      { path: '.cursor/mcp.json', appliesTo: ONE_PROJECT },
    ],
    signsInBy: 'key',
    readsVariable: true,
    needs: [READS_VARIABLE, SIGNS_IN_TOO],
    text: (targets) => entriesJson('mcpServers', targets, cursorEntry),
    installLink: (target) => {
      const config = Buffer.from(JSON.stringify(cursorEntry(target))).toString('base64')
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${entryName(target)}&config=${encodeURIComponent(config)}`
    },
  },
  vscode: {
    title: 'VS Code',
    kind: 'json',
    files: [{ path: '.vscode/mcp.json', appliesTo: ONE_PROJECT }],
    signsInBy: 'key',
    readsVariable: false,
    needs: [
      'It needs version 1.102 or newer with GitHub Copilot, asks for the key once, and keeps it.',
      SIGNS_IN_TOO,
    ],
    text: (targets) => {
      const isAsked = targets.some(({ isKeyed }) => isKeyed)
      return entriesJson(
        'servers',
        targets,
        vsCodeEntry,
        isAsked ? { inputs: [VS_CODE_INPUT] } : {},
      )
    },
    installLink: (target) => {
      const config = {
        name: entryName(target),
        ...vsCodeEntry(target),
        ...(target.isKeyed && { inputs: [VS_CODE_INPUT] }),
      }
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`
    },
  },
  codex: {
    title: 'Codex',
    kind: 'toml',
    files: [
      { path: '~/.codex/config.toml', appliesTo: ALL_PROJECTS },
      { path: '.codex/config.toml', appliesTo: ONE_PROJECT },
    ],
    signsInBy: 'key',
    readsVariable: true,
    needs: [
      READS_VARIABLE,
      'Without the key you sign in by codex mcp login, and choose which sites and what it may read.',
    ],
    text: codexToml,
  },
} as const satisfies Readonly<Record<string, ConnectClient>>

export type ConnectClientId = keyof typeof CONNECT_CLIENTS

// @NOTE the keys of the table above, which Object.entries widens to text.
export const CONNECT_CLIENT_IDS = Object.keys(CONNECT_CLIENTS) as [
  ConnectClientId,
  ...ConnectClientId[],
]

/** Returns a client of the table, with the type that all of them have in common. */
export const connectClient = (id: ConnectClientId): ConnectClient => CONNECT_CLIENTS[id]

/** Lists what the address itself requires of a client, in sentences; empty for https. */
export function addressNeeds(
  { url, isKeyed }: ConnectTarget,
  { signsInBy }: Pick<ConnectClient, 'signsInBy'>,
): string[] {
  const { protocol, hostname, origin } = new URL(url)
  if (protocol === 'https:') return []
  const mend = 'the operator sets PUBLIC_URL to its https address'
  if (signsInBy === 'oauth')
    return [`This server is known as ${origin}, which is no https address; ${mend}.`]
  if (isLoopbackHost(hostname)) {
    return [
      `It runs on the same computer as the server: from elsewhere ${origin} is not it; ${mend}.`,
    ]
  }
  if (!isKeyed) return [`Messages cross the network unencrypted to ${origin}; ${mend}.`]
  return [`The key crosses the network unencrypted to ${origin}; ${mend}.`]
}

/** Returns the addresses for a person to paste, joined by `or`; each makes a connection of its own. */
const pasted = (targets: readonly ConnectTarget[]): string =>
  targets.map(({ url }) => url).join(' or ')

const isHttps = (url: string): boolean => url.startsWith('https:')
