import { entryHeaders, entryName, KEY_VARIABLE, type ConnectTarget } from './connect-target.ts'

/** Writes JSON with an entry for each server, under the key `name`, for which the client looks. */
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

/** Writes the TOML file of Codex, which names the variable that holds the key: Codex takes no key in its file. */
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

/** Writes a text as a basic string of TOML, which has the escapes of JSON. */
const tomlString = (text: string): string => JSON.stringify(text)

/** Writes a text as one word of a shell, in quotes where it needs them. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
