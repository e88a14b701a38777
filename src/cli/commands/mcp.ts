import type { Command } from '../command.ts'

export const MCP_COMMANDS: readonly Command[] = [
  {
    words: ['mcp'],
    summary:
      'Serve assistants that start a program, on standard input and output, with the key in CITABLE_KEY',
    options: {
      server: {
        value: 'publisher|data',
        meaning: 'which of the MCP servers',
        isRequired: true,
      },
      url: {
        value: 'URL',
        meaning:
          'a server that messages are passed on to, such as https://citable.example.com; without it, the data of this machine',
      },
    },
    load: async () => (await import('../serve-mcp.ts')).serveMcpCommand,
  },
]
