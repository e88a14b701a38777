import { heading } from './chart.ts'

/** Returns the text to paste into a client, with the live key. */
export function clientConfiguration(url: string, key: string): string {
  const server = (name: string) => ({
    type: 'http',
    url: `${url}/mcp/${name}`,
    headers: { Authorization: `Bearer ${key}` },
  })
  const servers = { 'citable-publisher': server('publisher'), 'citable-data': server('data') }
  const bridge = (name: string) => ({
    command: 'npx',
    // A blank in an argument is lost on some systems, so that it stands in the variable.
    args: ['-y', 'mcp-remote', `${url}/mcp/${name}`, '--header', 'Authorization:${AUTH_HEADER}'],
    env: { AUTH_HEADER: `Bearer ${key}` },
  })
  const bridges = { 'citable-publisher': bridge('publisher'), 'citable-data': bridge('data') }
  return [
    '',
    heading('Connect your own assistant', { colour: process.stdout.isTTY }),
    'Claude Code:',
    ...['publisher', 'data'].map(
      (name) =>
        `  claude mcp add --transport http citable-${name} ${url}/mcp/${name} \\\n    --header "Authorization: Bearer ${key}"`,
    ),
    '',
    'Cursor (.cursor/mcp.json) and other clients that take headers:',
    JSON.stringify({ mcpServers: servers }, null, 2),
    '',
    'VS Code (.vscode/mcp.json): the same, with "servers" in place of "mcpServers".',
    '',
    'Claude Desktop (claude_desktop_config.json), through a bridge:',
    JSON.stringify({ mcpServers: bridges }, null, 2),
    '',
    'ChatGPT and claude.ai connect over OAuth and https alone, which this version does not offer.',
  ].join('\n')
}
