import { execFileSync } from 'node:child_process'

/** An MCP server as a client would call it. */
export interface ConnectEntry {
  name: string
  url: string
  /** Undefined for a server that takes no key. */
  authorization: string | undefined
}

interface Pasted {
  kind: string
  text: string
  /** Variables of the client's environment. */
  variables: Readonly<Record<string, string>>
}

interface FileEntry {
  type?: string
  url?: string
  headers?: { Authorization: string }
  command?: string
  args?: string[]
  env?: Readonly<Record<string, string>>
}

/** Reads what was pasted into a client, as that client does. Throws for what it would not take. */
export function parsedEntries(id: string, { kind, text, variables }: Pasted): ConnectEntry[] {
  switch (kind) {
    case 'command':
      return text.split('\n').map(entryOfCommand)
    case 'toml':
      return entriesOfToml(text, variables)
    case 'json':
      return entriesOfJson(id, text, variables)
    default:
      throw new Error(`Nothing is pasted of ${kind}`)
  }
}

/** A shell takes the command apart. */
function entryOfCommand(line: string): ConnectEntry {
  const script = `claude() { printf '%s\\0' "$@"; }; ${line}`
  const words = execFileSync('bash', ['--norc', '-c', script]).toString().split('\0').slice(0, -1)
  const [mcp, add, transport, http, name = '', url = '', header, value = '', ...rest] = words
  if ([mcp, add, transport, http].join(' ') !== 'mcp add --transport http') {
    throw new Error(`Claude Code does not know ${line}`)
  }
  if (header === undefined) return { name, url, authorization: undefined }
  if (header !== '--header') throw new Error(`Claude Code does not know ${header}`)
  if (rest.length > 0) throw new Error(`There is more than one header in ${line}`)
  return { name, url, authorization: headerOf(value) }
}

const headerOf = (line: string): string => {
  const [, value] = /^Authorization: ?(.+)$/.exec(line) ?? []
  if (value === undefined) throw new Error(`No Authorization in ${line}`)
  return value
}

/** Reads tables of basic strings, which are all that Codex is given; it refuses a token in the file. */
function entriesOfToml(text: string, variables: Pasted['variables']): ConnectEntry[] {
  const [before = '', ...tables] = text.split(/^\[mcp_servers\.([\w-]+)\]$/m)
  if (before.trim() !== '') throw new Error(`Outside of a table: ${before}`)
  const entries: ConnectEntry[] = []
  for (let i = 0; i < tables.length; i += 2) {
    const lines = (tables[i + 1] ?? '').split('\n').filter((line) => line.trim() !== '')
    const pairs = lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+) = (".*")$/.exec(line) ?? []
      return [name, JSON.parse(value) as string] as const
    })
    const { url = '', bearer_token_env_var: variable, ...rest } = Object.fromEntries(pairs)
    const unknown = Object.keys(rest)
    if (unknown.length > 0) throw new Error(`Codex does not know ${unknown.join(', ')}`)
    const authorization = variable === undefined ? undefined : `Bearer ${variables[variable]}`
    entries.push({ name: tables[i] ?? '', url, authorization })
  }
  return entries
}

function entriesOfJson(id: string, text: string, variables: Pasted['variables']): ConnectEntry[] {
  const { mcpServers, servers, inputs } = JSON.parse(text) as {
    mcpServers?: Readonly<Record<string, FileEntry>>
    servers?: Readonly<Record<string, FileEntry>>
    inputs?: { id: string; type: string; description: string; password: boolean }[]
  }
  const named = id === 'vscode' ? servers : mcpServers
  return Object.entries(named ?? {}).map(([name, entry]) => {
    if (id === 'claude') return { name, ...bridged(entry) }
    const { type, url = '', headers } = entry
    if (id === 'vscode' && type !== 'http') throw new Error('VS Code needs the type')
    const asked = Object.fromEntries((inputs ?? []).map((input) => [input.id, 'ctbk_YOUR_KEY']))
    const authorization = headers?.Authorization.replace(
      /\$\{env:(\w+)\}/,
      (_, variable: string) => variables[variable] ?? '',
    )
      .replace(/\$\{(\w+)\}/, (_, variable: string) => variables[variable] ?? '')
      .replace(/\$\{input:([\w-]+)\}/, (_, input: string) => asked[input] ?? '')
    return { name, url, authorization }
  })
}

/** Reads the arguments of `mcp-remote`, which puts variables into headers by itself, and refuses plain http unasked. */
function bridged({ command, args = [], env = {} }: FileEntry): Omit<ConnectEntry, 'name'> {
  const [yes, program, url = '', ...flags] = args
  if ([command, yes, program].join(' ') !== 'npx -y mcp-remote') throw new Error('No bridge')
  if (url.startsWith('http:') !== flags.includes('--allow-http')) throw new Error(`Refused: ${url}`)
  if (args.some((arg) => arg.includes(' '))) throw new Error('A blank is lost on some systems')
  if (!flags.includes('--header')) return { url, authorization: undefined }
  const header = flags[flags.indexOf('--header') + 1] ?? ''
  const filled = header.replace(/\$\{(\w+)\}/, (_, variable: string) => env[variable] ?? '')
  return { url, authorization: headerOf(filled) }
}
