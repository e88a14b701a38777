import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

export const KEY_COMMANDS: readonly Command[] = [
  {
    words: ['key', 'create'],
    summary: 'Make API keys; each is shown once',
    options: {
      scopes: {
        value: 'SCOPES',
        meaning:
          'what the keys may do, such as "sites:write analytics:read"; reads alone by default',
      },
      name: { value: 'NAME', meaning: 'a name to tell keys apart' },
      org: ORGANIZATION_OPTION,
      count: { value: 'N', meaning: 'how many keys, all or none; 1 by default' },
    },
    load: async () => (await import('../create-keys.ts')).createKeysCommand,
  },
  {
    words: ['key', 'list'],
    summary: 'List API keys, masked, newest first',
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../list-keys.ts')).listKeysCommand,
  },
  {
    words: ['key', 'revoke'],
    summary: 'Revoke an API key at once',
    arguments: [{ name: 'ID', meaning: 'the id of the key, as key list shows it' }],
    options: { org: ORGANIZATION_OPTION },
    load: async () => (await import('../revoke-key.ts')).revokeKeyCommand,
  },
]
