import { entryHeaders, entryName, KEY_VARIABLE, type ConnectTarget } from './connect-target.ts'

/** JSON with an entry for each server, below the name that the client looks for. */
export function entriesJson(
  name: 'mcpServers' | 'servers',
  targets: readonly ConnectTarget[],
  entry: (target: ConnectTarget) => object,
  before: object = {},
): string {
  const entries = targets.map((target) => [entryName(target), entry(target)])
  return JSON.stringify({ ...before, [name]: Object.fromEntries(entries) }, null, 2)
}

/**
 * Writes the file that many clients read, such as `.mcp.json` of Claude Code; `key` is the text in place of the key.
 */
export const mcpJson = (targets: readonly ConnectTarget[], key: string): string =>
  entriesJson('mcpServers', targets, (target) => ({
    type: 'http',
    url: target.url,
    ...entryHeaders(target, key),
  }))

/** Codex takes no token in its file, only the variable that holds it. */
export const codexToml = (targets: readonly ConnectTarget[]): string =>
  targets
    .map((target) =>
      [
        `[mcp_servers.${entryName(target)}]`,
        `url = ${tomlString(target.url)}`,
        ...(target.isKeyed ? [`bearer_token_env_var = ${tomlString(KEY_VARIABLE)}`] : []),
      ].join('\n'),
    )
    .join('\n\n')

/** A basic string of TOML has the escapes of JSON. */
const tomlString = (text: string): string => JSON.stringify(text)

/** A text as one word of a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
